"""Common misspellings of Korean words, to see whether letters lead back to the word that was meant."""

import numpy as np

from explorer.encoders.fasttext import NgramVectors
from explorer.training.quality import Score

MISSPELLINGS = {
    "배곺음": "배고픔",
    "먹엇다": "먹다",
    "깨끗히": "깨끗이",
    "설겆이": "설거지",
    "오랫만": "오랜만",
    "금새": "금세",
    "떡볶기": "떡볶이",
    "찌게": "찌개",
    "김치찌게": "김치찌개",
    "희안하다": "희한하다",
    "구지": "굳이",
    "어의없다": "어이없다",
    "문안하다": "무난하다",
    "일일히": "일일이",
    "역활": "역할",
    "건들이다": "건드리다",
    "베게": "베개",
    "어름": "얼음",
    "친구드리": "친구",
    "선생닝": "선생님",
    "학꾜": "학교",
    "만타": "많다",
    "마니": "많이",
    "실타": "싫다",
    "재미업다": "재미없다",
    "재밋다": "재밌다",
    "갠찮다": "괜찮다",
    "이뿌다": "이쁘다",
    "영홰": "영화",
    "컴퓨타": "컴퓨터",
    "쥬스": "주스",
    "텔레비젼": "텔레비전",
    "악세사리": "액세서리",
    "초콜렛": "초콜릿",
    "까페": "카페",
    "웬지": "왠지",
    "폭팔": "폭발",
    "곰곰히": "곰곰이",
}


def reached(words: NgramVectors) -> Score:
    """Mean reciprocal rank of the word that was meant among the neighbours of each misspelling the model never saw.

    Pairs whose right spelling is not in the vocabulary are left out; `baseline` is a random order's.
    """
    pairs = [(wrong, right) for wrong, right in MISSPELLINGS.items() if not words.seen(wrong) and words.seen(right)]
    ranks = [
        next(rank for rank, (key, _) in enumerate(words.nearest(wrong, len(words.keys)), start=1) if key == right)
        for wrong, right in pairs
    ]
    random = np.mean(1 / np.arange(1, len(words.keys) + 1))
    return Score(float(np.mean([1 / rank for rank in ranks])), float(random), len(ranks))
