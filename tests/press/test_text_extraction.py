"""Text in a PDF comes back as it was typed, in any script, by the three readers that most programs are made of."""

import re
import shutil
import subprocess
from pathlib import Path
from unicodedata import normalize

import pypdfium2
import pytest

from pawprint.core.colour import BLACK
from pawprint.core.geometry import Box
from pawprint.graphics.ops import DrawText
from pawprint.press.font_metrics import PressMetrics, installed_pack
from pawprint.press.fonts import FontFile
from pawprint.typography.scripts import script_of
from pawprint.typography.text_style import TextStyle
from pawprint.typography.textbox import TextSetter
from press import sample

TEXTS = {
    "ar": "السيف السحري يمنح اللاعب نقاط قوة حتى نهاية الجولة، ثم يوضع في كومة مع البطاقات الأخرى.",
    "he": "החרב הקסומה מעניקה לשחקן נקודות כוח עד סוף הסיבוב, ואז מונחת בערימה עם שאר הקלפים.",
    "hi": "जादुई तलवार खिलाड़ी को 3 शक्ति अंक देती है (दौर के अंत तक), फिर इसे Discard ढेर में अन्य कार्डों के साथ रखा जाता है।",
    "th": "ดาบวิเศษให้ผู้เล่นได้รับพลัง 3 แต้ม (จนจบรอบ) แล้วนำไปวางในกอง Discard พร้อมกับการ์ดใบอื่นที่อยู่บนโต๊ะ",
    "zh": "魔法剑给玩家3点力量（直到本轮结束），然后与其他卡牌一起放入Discard弃牌堆。“玩家”可以再抽一张牌。",
    "ja": "魔法の剣はプレイヤーに「力」を3ポイント与える（ラウンド終了まで）。"
    "その後、他のカードと一緒にDiscardの山に置かれる。",
    "ko": "마법의 검은 플레이어에게 힘 3점을 줍니다(라운드가 끝날 때까지). "
    "그런 다음 다른 카드와 함께 Discard 더미에 놓입니다.",
    "el": "Το μαγικό σπαθί δίνει στον παίκτη 3 πόντους δύναμης (ως το τέλος "
    "του γύρου) και μετά μπαίνει στη στοίβα Discard.",
    "ru": "Волшебный меч даёт игроку 3 очка силы (до конца раунда), затем "
    "кладётся в стопку Discard вместе с другими картами.",
    "vi": "Thanh kiếm phép cho người chơi 3 điểm sức mạnh (đến hết vòng), "
    "sau đó được đặt vào chồng Discard cùng các lá bài khác.",
}


def pdfium(path: Path) -> str:
    with pypdfium2.PdfDocument(path) as document:
        text: str = document[0].get_textpage().get_text_range()
    return text


def poppler(path: Path) -> str:
    if not shutil.which("pdftotext"):
        pytest.skip("pdftotext is not installed")
    done = subprocess.run(["pdftotext", str(path), "-"], capture_output=True, check=True)
    return done.stdout.decode("utf-8")


def mupdf(path: Path) -> str:
    library = pytest.importorskip("pymupdf", reason="PyMuPDF is not installed")
    with library.open(path) as document:
        text: str = document[0].get_text()
    return text


READERS = {reader.__name__: reader for reader in (pdfium, poppler, mupdf)}


def printed(text: str, language: str, path: Path) -> None:
    """Write a page with *text* in a column, in the fonts that are installed."""
    for script in {script_of(letter) for letter in text if script_of(letter) not in ("", "Greek", "Cyrillic")}:
        if not installed_pack(script):
            pytest.skip(f"no font pack for {script} is installed")
    metrics = PressMetrics({"text": {"regular": FontFile(sample.SOURCE_SANS, {"wght": 400})}})
    style, box = TextStyle(size=12.0, min_size=12.0, leading=1.5), Box(30.0, 30.0, 150.0, 300.0)
    block = TextSetter(metrics).set(text, style, box, BLACK, language, lambda name: None)
    assert len(block.lines) > 1
    assert block.unset == ""
    path.write_bytes(
        sample.page(
            *[
                DrawText(one.x, line.y, one.typeface, block.size, BLACK, one.words, one.gap, block.tracking)
                for line in block.lines
                for one in line.fragments
            ]
        )
    )


def bare(text: str) -> str:
    """The characters of *text*: no spaces, which stand at the ends of lines, and no marks of direction."""
    return re.sub(r"[\s\u200e\u200f\u202a-\u202e\u2066-\u2069]", "", normalize("NFC", text))


def words(text: str) -> list[str]:
    return re.sub(r"[\u200e\u200f\u202a-\u202e\u2066-\u2069]", "", normalize("NFC", text)).split()


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("language", TEXTS)
def test_text_is_extracted_as_typed(tmp_path: Path, language: str, reader: str) -> None:
    path = tmp_path / "page.pdf"
    printed(TEXTS[language], language, path)
    assert bare(READERS[reader](path)) == bare(TEXTS[language])


@pytest.mark.parametrize(
    ("language", "reader"),
    [
        *[(language, reader) for language in ("el", "ru", "vi") for reader in READERS],
        *[(language, reader) for language in ("ar", "he") for reader in ("pdfium", "mupdf")],
        ("hi", "poppler"),
    ],
)
def test_words_come_back_as_words(tmp_path: Path, language: str, reader: str) -> None:
    path = tmp_path / "page.pdf"
    printed(TEXTS[language], language, path)
    assert words(READERS[reader](path)) == words(TEXTS[language])


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("he", "החרב הקסומה מעניקה Abc לשחקן 37 נקודות כוח ועוד"),
        ("ar", "السيف السحري يمنح Abc اللاعب 37 نقاط قوة للجميع"),
    ],
)
def test_words_and_numbers_of_a_mixed_line_come_back_whole(
    tmp_path: Path, language: str, text: str, reader: str
) -> None:
    """In which order MuPDF reads the runs of a mixed line is its own affair: it takes any line to begin at the left."""
    path = tmp_path / "page.pdf"
    printed(text, language, path)
    found = " ".join(re.findall(r"[^\W\d_]+|\d+", " ".join(words(READERS[reader](path)))))
    assert sorted(re.findall(r"[A-Za-z]+|\d+|[\u0590-\u06ff]+", found)) == sorted(text.split())
    if reader == "poppler":
        assert bare(poppler(path)) == bare(text)


def test_glyph_means_the_same_as_alone(tmp_path: Path) -> None:
    """One glyph may be a letter in one word, and in another one of several glyphs for other letters."""
    path = tmp_path / "page.pdf"
    text = "ऐप बैकग्राउंड जब क्षा ड ऐ बै कि की का क ि"
    printed(f"{text} {text} {text}", "hi", path)
    assert bare(pdfium(path)) == bare(f"{text} {text} {text}")


def test_pdfium_does_not_forget_the_shift_after_a_mark(tmp_path: Path) -> None:
    """It does where an empty string follows, so that the rest of the line stands too far to the left."""
    path = tmp_path / "page.pdf"
    printed("के अंत " * 8, "hi", path)
    with pypdfium2.PdfDocument(path) as document:
        shown = [item for item in document[0].get_objects() if item.type == pypdfium2.raw.FPDF_PAGEOBJ_TEXT]
        places = [round(item.get_bounds()[0], 1) for item in shown]
    face = PressMetrics({}).pack("क")
    assert face is not None
    second = 30 + 12 * (face.shape("के", False, "hi").width + 0.2)
    assert min(abs(place - second) for place in places) < 0.8
