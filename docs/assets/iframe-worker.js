/* Browsers start no workers from files. Where these pages are read from a disk, the search runs in a hidden frame instead. */
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      document.body.append(frame)
      const inside = frame.contentWindow
      const load = source => new Promise((resolve, reject) => {
        const script = inside.document.createElement("script")
        Object.assign(script, { src: source, onload: resolve, onerror: reject })
        inside.document.body.append(script)
      })
      inside.importScripts = (...sources) => sources.reduce((done, one) => done.then(() => load(one)), Promise.resolve())
      inside.postMessage = data => this.dispatchEvent(new MessageEvent("message", { data }))
      this.addEventListener("message", event => this.onmessage?.(event))
      this.inside = inside
      this.ready = load(new URL(url, location.href).href)
    }

    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })))
    }

    terminate() {
      this.inside.frameElement.remove()
    }
  }
}
