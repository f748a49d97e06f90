// What all parts of the page know: the table as the server last told it, and what is touched here.

export const at = {
  view: { chosen: false },
  pieces: {}, // word -> piece, with its picture
  touched: [], // words that a move is being made of
  shown: null, // areas of another board than the table's: with a plan, or of an earlier decision
  isQuiet: false, // nobody wants the plan on the board now
  marked: new Set(), // words to be pointed at, as a line of the score
  tab: "hint",
  seat: null, // whose side was chosen; until then the server says
  render: () => {}, // draws everything again
  reload: async () => {}, // asks the server for the table
  say: () => {}, // tells the person something
  attempt: async () => {}, // does something that may be refused
};

export const moves = () => at.view.moves ?? [];

// Moves in which all touched words occur, as often as they were touched; cells in the order in which they were.
export function matching(touched) {
  return moves().filter(({ targets: words }) => {
    let from = 0;
    const inOrder = touched.filter((word) => word.includes(",")).every((word) => {
      const place = words.indexOf(word, from);
      from = place + 1;
      return place >= 0;
    });
    return inOrder && touched.every((word) => words.includes(word));
  });
}

// A move as an instruction to a person.
export const named = (move, words) => words || move;

export const label = (word) => at.pieces[word]?.label ?? word;

// Back to the table as it is: no other board, and no plan until it is asked for again.
export function backToTable() {
  at.shown = null;
  at.isQuiet = true;
}

// What a player is called.
export const called = (name) => at.view.called?.[name] ?? name;
