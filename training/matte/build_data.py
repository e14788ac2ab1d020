"""Packs photos and masks for training from bare git copies of public repositories.

  python3 build_data.py --mirror FOLDER --out FOLDER --exclude MANIFEST.json … [--part-mib 58] [--side 640]

FOLDER holds one folder per repository, OWNER+NAME/repo. No photo of an excluded manifest gets in: neither by repository
and path, nor as another frame of the same video, nor as a copy elsewhere (perceptual hash, plain and mirrored). Which
repositories, with their licences, stands in sources.py."""
import argparse
import collections
import io
import json
import os
import random
import re
import zipfile

import numpy as np
from PIL import Image, ImageOps

import sources

Image.MAX_IMAGE_PIXELS = None


def dhash(picture):
    a = np.asarray(picture.convert('L').resize((9, 8), Image.BOX), np.int16)
    return int(''.join('1' if v else '0' for v in (a[:, 1:] > a[:, :-1]).ravel()), 2)


def near(value, pool, distance):
    return any(bin(value ^ other).count('1') <= distance for other in pool)


def forbidden(manifests):
    paths, sequences, hashes = set(), set(), []
    for file in manifests:
        folder = os.path.dirname(os.path.abspath(file))
        for entry in json.load(open(file))['entries']:
            source = entry['source']
            if 'repo' in source:
                paths.add((source['repo'].split(':', 1)[-1], source['path']))
                video = re.search(r'JPEGImages/480p/([^/]+)/', source['path'])
                if video:
                    sequences.add(video.group(1))
            photo = os.path.join(folder, entry['file'])
            if entry['kind'] in ('pair', 'portrait') and os.path.exists(photo):
                picture = Image.open(photo).convert('RGB')
                hashes += [dhash(picture), dhash(ImageOps.mirror(picture))]
    return paths, sequences, hashes


def encoded(picture, mask, kind, side):
    """JPEG and PNG bytes, the longer side at most `side`."""
    k = min(1, side / max(picture.size))
    size = (max(1, round(picture.width * k)), max(1, round(picture.height * k)))
    if k < 1:
        picture = picture.resize(size, Image.LANCZOS)
    photo, plane = io.BytesIO(), io.BytesIO()
    picture.save(photo, 'JPEG', quality=82)
    if mask is None:
        return photo.getvalue(), None
    if kind == 'trimap':
        if k < 1:
            share = [np.asarray(Image.fromarray(((mask == v) * 255).astype(np.uint8)).resize(size, Image.BOX)) for v in (128, 255)]
            mask = np.where(share[0] > 0, 128, np.where(share[1] > 127, 255, 0)).astype(np.uint8)
        image = Image.fromarray(np.where(mask == 128, 1, np.where(mask > 128, 2, 0)).astype(np.uint8), 'P')
        image.putpalette([0, 0, 0, 128, 128, 128, 255, 255, 255])
    else:
        image = Image.fromarray(mask)
        if k < 1:
            image = image.resize(size, Image.LANCZOS if kind == 'alpha' else Image.BOX)
        elif kind == 'binary':
            image = image.point(lambda v: 255 * (v > 127)).convert('1')
    image.save(plane, 'PNG', compress_level=9)
    return photo.getvalue(), plane.getvalue()


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('--mirror', required=True)
    ap.add_argument('--out', required=True)
    ap.add_argument('--exclude', nargs='+', required=True)
    ap.add_argument('--part-mib', type=float, default=49)
    ap.add_argument('--side', type=int, default=640)
    a = ap.parse_args()
    os.makedirs(a.out, exist_ok=True)
    paths, sequences, hashes = forbidden(a.exclude)
    own, count, dropped, items = set(), collections.Counter(), collections.Counter(), []
    for source, repo, path, photo_of, mask_of, kind in sources.candidates(a.mirror, sequences):
        if (repo, path) in paths:
            dropped[source, 'excluded'] += 1
            continue
        try:
            picture = ImageOps.exif_transpose(Image.open(io.BytesIO(photo_of()))).convert('RGB')
            mask = mask_of() if mask_of else None
        except Exception as error:
            dropped[source, type(error).__name__] += 1
            continue
        value = dhash(picture)
        if near(value, hashes, 6):
            dropped[source, 'looks like an excluded one'] += 1
            continue
        if source != 'davis' and value in own:
            dropped[source, 'twice'] += 1
            continue
        own.add(value)
        if mask is not None:
            if mask.shape != (picture.height, picture.width):
                if abs(mask.shape[0] / mask.shape[1] - picture.height / picture.width) > .02:
                    dropped[source, 'mask of another shape'] += 1
                    continue
                mask = np.asarray(Image.fromarray(mask).resize(picture.size, Image.BILINEAR if kind == 'alpha' else Image.NEAREST))
            if not .01 < (mask > 127).mean() < .95:
                dropped[source, 'empty or full mask'] += 1
                continue
        photo, plane = encoded(picture, mask, kind, a.side)
        items.append((dict(id=f'{source}_{count[source]:04d}', source=source, repo=repo, path=path, kind=kind), photo, plane))
        count[source] += 1
    print('found', dict(count))
    print('dropped', {' '.join(k): v for k, v in dropped.items()})
    random.Random(1).shuffle(items)
    part, size, members = 0, 0, []

    def write():
        with zipfile.ZipFile(os.path.join(a.out, f'part_{part:02d}.zip'), 'w', zipfile.ZIP_STORED) as pack:
            for meta, photo, plane in members:
                pack.writestr(f'img/{meta["id"]}.jpg', photo)
                if plane:
                    pack.writestr(f'mask/{meta["id"]}.png', plane)
            pack.writestr('index.json', json.dumps([meta for meta, _, _ in members]), zipfile.ZIP_DEFLATED)

    for item in items:
        grows = len(item[1]) + len(item[2] or b'') + 400
        if size + grows > a.part_mib * 2 ** 20:
            write()
            part, size, members = part + 1, 0, []
        members.append(item)
        size += grows
    write()
    print('parts', part + 1)


if __name__ == '__main__':
    main()
