"""The tutorial runs from top to bottom, as written, and shows what it says."""
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")


@pytest.mark.release
@pytest.mark.filterwarnings("default")  # of jupyter's own packages
def test_the_tutorial_runs(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    monkeypatch.setenv("PYTHONWARNINGS", "error::UserWarning")
    notebook = nbformat.read(ROOT / "docs" / "tutorial.ipynb", as_version=4)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs for cell in cells), "outputs are not kept in the file"
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3",
                            resources={"metadata": {"path": str(ROOT)}}).execute()
    shown = [{kind for output in cell.outputs for kind in output.get("data", {})} for cell in cells]
    assert shown[0] >= {"image/svg+xml"}, "the state shows its picture"
    assert shown[2] >= {"text/html"}, "the hint shows its table"
    assert sum("image/png" in kinds for kinds in shown) == 2, "the moves and the review are drawn"
    text = "".join(output.get("text", "") for cell in cells for output in cell.outputs)
    assert "\nhalf " in text
    assert " scores 0." in text
    assert " instead of " in text
    assert "a better turn: " in text
    assert "What it depends on" in "".join(output.data.get("text/html", "") for output in cells[2].outputs)
