#!/usr/bin/env python3
"""Packs the words of WordNet 3.0 and what they are kinds of into `words.bin`, as `src/check/language/kinship.rs` reads it.

  python3 pack.py /usr/share/wordnet words.bin        # the files of Debian's wordnet-base; takes seconds

Kept are nouns, verbs and adjectives of one word in small letters, each with its senses, with the senses that words built on it
have (`grow`, `growth`), with the part of speech that it mostly is, and whether it first names what can be neither seen nor
touched. Of a sense is kept what it is a kind of; of an adjective the one that stands at the head of those like it, and whether
it only says to what something belongs (`dental`). All integers are little-endian:

   0  8s   magic "KINSHIP1"
   8  u32  blocks of words | u32 senses | u32 first sense of an adjective | u32 first of one that says to what something belongs
  24  u32  further parents
  28  u32  where each block begins, from the end of these tables, x (blocks + 1)
      u24  what each sense is a kind of, ffffff for nothing, x senses
      u24, u24  a sense and a further parent of it, in order, x further parents
      u8   blocks of 16 words in order: letters shared with the word before, letters more, these letters,
           senses | whether abstract << 7, senses akin | part of speech << 6, then these senses as u24
"""
import struct
import sys
from collections import Counter, defaultdict

FILES = {"n": "noun", "v": "verb", "a": "adj"}
NOTHING = 0xFFFFFF
BLOCK = 16
MOST_AKIN = 63
MOST_SENSES = 127
# Files of animals, artefacts, bodies, food, groups, places, objects, persons, plants and substances.
SEEN = {5, 6, 8, 13, 14, 15, 17, 18, 20, 27}
SHARE = 0.5  # of a word's uses, from which it is mostly this part of speech


def read(folder):
    synsets, senses, akin = {}, defaultdict(list), defaultdict(set)
    for part, name in FILES.items():
        for line in open(f"{folder}/data.{name}", encoding="latin1"):
            if line.startswith(" "):
                continue
            fields = line.split(" | ")[0].split()
            count = int(fields[3], 16)
            words = [word.split("(")[0] for word in fields[4 : 4 + 2 * count : 2]]
            pointers = fields[5 + 2 * count :]
            links = []
            for at in range(0, 4 * int(fields[4 + 2 * count]), 4):
                sign, offset, target, ends = pointers[at : at + 4]
                links.append((sign, target.replace("s", "a") + offset, int(ends[:2], 16)))
            own = part + fields[0]
            synsets[own] = (fields[2], links, int(fields[1]))
            for place, word in enumerate(words, 1):
                if not (word.isascii() and word.isalpha() and word.islower() and len(word) > 1):
                    continue
                senses[word].append(own)
                for sign, target, source in links:
                    if sign in "+\\" and source in (0, place) and target[0] in FILES:
                        akin[word].add(target)
    return synsets, senses, akin


def first_nouns(folder):
    """The sense that each noun mostly has."""
    found = {}
    for line in open(f"{folder}/index.noun", encoding="latin1"):
        fields = line.split()
        if not line.startswith(" "):
            found[fields[0]] = "n" + fields[-int(fields[2])]
    return found


def mostly(folder, words):
    """The part of speech of each word by the counts of a tagged corpus, where one outweighs the others."""
    counts = defaultdict(Counter)
    for line in open(f"{folder}/cntlist.rev"):
        key, _, count = line.split()
        word, rest = key.split("%")
        counts[word]["nvara"[int(rest[0]) - 1]] += int(count)
    found = {}
    for word, senses in words.items():
        uses = {part: counts[word][part] + 0.5 for part in {sense[0] for sense in senses}}
        best = max(uses, key=lambda part: (uses[part], part))
        found[word] = "nva".index(best) if uses[best] >= SHARE * sum(uses.values()) else 3
    return found


def main(folder, out):
    synsets, senses, akin = read(folder)

    def parents(sense):
        kind, links, _ = synsets[sense]
        signs = "&" if kind == "s" else "@"
        return [target for sign, target, _ in links if sign == signs]

    kept = {sense for of in senses.values() for sense in of} | {sense for of in akin.values() for sense in of}
    front = list(kept)
    while front:
        new = [parent for sense in front for parent in parents(sense) if parent not in kept]
        kept.update(new)
        front = new

    def belongs(sense):
        return sense[0] == "a" and any(sign == "\\" and target[0] == "n" for sign, target, _ in synsets[sense][1])

    ordered = sorted(kept, key=lambda sense: ("nva".index(sense[0]), belongs(sense), sense))
    number = {sense: at for at, sense in enumerate(ordered)}
    small = lambda value: struct.pack("<I", value)[:3]
    rows, further = [], []
    for sense in ordered:
        above = sorted(number[parent] for parent in parents(sense))
        rows.append(small(above[0] if above else NOTHING))
        further += [(number[sense], parent) for parent in above[1:]]
    parts, nouns = mostly(folder, senses), first_nouns(folder)
    blocks, last = [], ""
    for at, word in enumerate(sorted(senses)):
        if at % BLOCK == 0:
            blocks.append(b"")
            last = ""
        shared = next((i for i, (a, b) in enumerate(zip(word, last)) if a != b), min(len(word), len(last)))
        own = sorted({number[sense] for sense in senses[word]})
        others = sorted({number[sense] for sense in akin[word]} - set(own))[:MOST_AKIN]
        rest = word[shared:].encode()
        assert len(own) <= MOST_SENSES
        abstract = word in nouns and synsets[nouns[word]][2] not in SEEN
        counts = [len(own) | abstract << 7, len(others) | parts[word] << 6]
        head = bytes([shared, len(rest)]) + rest + bytes(counts)
        blocks[-1] += head + b"".join(small(sense) for sense in own + others)
        last = word
    starts = [0]
    for block in blocks:
        starts.append(starts[-1] + len(block))
    adjectives = sum(sense[0] != "a" for sense in ordered)
    of_kinds = sum(not belongs(sense) for sense in ordered)
    with open(out, "wb") as file:
        file.write(b"KINSHIP1" + struct.pack("<5I", len(blocks), len(ordered), adjectives, of_kinds, len(further)))
        file.write(struct.pack(f"<{len(starts)}I", *starts))
        file.write(b"".join(rows))
        file.write(b"".join(small(sense) + small(parent) for sense, parent in further))
        file.write(b"".join(blocks))
    print(len(senses), "words,", len(ordered), "senses")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
