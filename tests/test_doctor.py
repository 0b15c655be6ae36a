"""`nimatron doctor`: every finding, and what is wrong is found."""

from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from nimatron.cli import doctor, main


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(doctor, "_seconds", lambda *_: 0.1)
    monkeypatch.setenv("NIMATRON_DATA", str(tmp_path))


def findings(capsys: pytest.CaptureFixture[str], code: int = 0) -> dict[str, tuple[str, str]]:
    with pytest.raises(SystemExit) as ended:
        main(["doctor", "--json"])
    assert ended.value.code == code
    told = json.loads(capsys.readouterr().out)
    return {line["about"]: (line["state"], line["found"]) for line in told}


def test_all_is_well(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "archive.sqlite").write_bytes(b"x" * 2_000_000)
    found = findings(capsys)
    assert found["packages"][0] == "ok" and "numba" in found["packages"][1]
    assert found["data"] == ("ok", f"{tmp_path} (by NIMATRON_DATA): 1 files, 2.0 MB")
    assert {"cores", "compiled", "start", "numpy", "numba"} <= set(found)


def test_what_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def version(name: str) -> str:
        if name in ("numba", "uvicorn"):
            raise PackageNotFoundError(name)
        return "1.0"

    monkeypatch.setattr(doctor, "version", version)
    found = findings(capsys, code=1)
    assert found["packages"] == ("wrong", "missing: numba; `pip install nimatron` again")
    assert found["extra web"][0] == "note" and "nimatron[web]" in found["extra web"][1]


def test_what_is_slow(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "none"))
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    monkeypatch.setenv("NIMATRON_DATA", "off")
    monkeypatch.setattr(doctor, "_seconds", lambda *words: 0.1 if words[0] == "-c" else 2.0)
    found = findings(capsys)
    assert "nimatron warm" in found["compiled"][1]
    assert found["NUMBA_BOUNDSCHECK"][0] == "note"
    assert found["data"][0] == "note" and found["start"][0] == "note"
