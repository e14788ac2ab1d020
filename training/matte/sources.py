"""Where training photos come from: only licences that allow commercial use. Each candidate: name of the source, repository,
path, functions that read photo and mask (None: unlabelled), kind of mask."""
import collections
import io
import json
import os
import random
import re
import subprocess

import numpy as np
from PIL import Image, ImageDraw

LICENCES = {
    'oxford-pets': 'Oxford-IIIT Pet: CC BY-SA 4.0, photos from Flickr',
    'ccp': 'Clothing Co-Parsing: Apache-2.0 repository, street photos of their owners',
    'caltech': 'Caltech-101: CC BY 4.0, no masks used',
    'codec': 'CID22: CC BY-SA 4.0; CLIC 2025: Unsplash licence; Kodak: free use; no masks',
    'congress': 'portraits of the US Congress: public domain; no masks',
    'davis': 'DAVIS 2016: BSD',
    'p3m-ref': 'demonstration photos of P3M: MIT',
    'am2k-ref': 'demonstration photos of AM-2k: MIT',
    'coco': 'COCO 2017: annotations CC BY 4.0; only photos under CC BY, CC BY-SA or without known restrictions, by their licence ids',
    'grocery': 'Grocery Store Dataset: MIT, photos by its authors, no masks',
}


class Repository:
    """A bare git copy, read through one `git cat-file --batch`."""

    def __init__(self, mirror, name):
        folder = os.path.join(mirror, name.replace('/', '+'), 'repo')
        self.folder = os.path.join(folder, '.git') if os.path.isdir(os.path.join(folder, '.git')) else folder
        self.name = name
        listing = subprocess.run(['git', '-C', self.folder, 'ls-tree', '-r', '-z', '--name-only', 'HEAD'], capture_output=True)
        self.paths = listing.stdout.decode('utf8', 'replace').split('\0')[:-1]
        self.reader = None

    def read(self, path):
        if self.reader is None:
            self.reader = subprocess.Popen(['git', '-C', self.folder, 'cat-file', '--batch'], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.reader.stdin.write(f'HEAD:{path}\n'.encode())
        self.reader.stdin.flush()
        head = self.reader.stdout.readline().split()
        if head[-1] == b'missing':
            raise KeyError(path)
        data = self.reader.stdout.read(int(head[2]))
        self.reader.stdout.read(1)
        return data

    def grey(self, path):
        return np.asarray(Image.open(io.BytesIO(self.read(path))).convert('L'))


FREE = (4, 5, 7, 8)  # COCO's licence ids: CC BY, CC BY-SA, no known restrictions, work of the US government


def polygons(shapes, size, finer=4):
    mask = Image.new('L', (size[0] * finer, size[1] * finer), 0)
    draw = ImageDraw.Draw(mask)
    for p in shapes:
        if len(p) >= 6:
            draw.polygon([(p[i] * finer, p[i + 1] * finer) for i in range(0, len(p) - 1, 2)], fill=255)
    return np.asarray(mask.resize(size, Image.BOX))


def coco(repo, annotations, folder):
    """Photos with one or two whole objects that dominate; people only with a face and most joints marked."""
    file, have = json.loads(repo.read(annotations)), set(repo.paths)
    of_photo = collections.defaultdict(list)
    for shape in file['annotations']:
        of_photo[shape['image_id']].append(shape)
    for photo in sorted(file['images'], key=lambda p: p['file_name']):
        path, shapes = f"{folder}/{photo['file_name']}", sorted(of_photo[photo['id']], key=lambda s: -s['area'])
        if photo.get('license') not in FREE or path not in have or not shapes or any(s.get('iscrowd') for s in shapes):
            continue
        main = [s for s in shapes if s['area'] >= .35 * shapes[0]['area']]
        total, size = sum(s['area'] for s in main), (photo['width'], photo['height'])
        rest = sum(s['area'] for s in shapes) - total
        whole = lambda s: 'keypoints' not in s or s['num_keypoints'] >= 9 and sum(v > 0 for v in s['keypoints'][2:15:3]) >= 2
        if len(main) > 2 or not .06 <= total / (size[0] * size[1]) <= .7 or rest > .25 * total or not all(map(whole, main)):
            continue
        if any(isinstance(s['segmentation'], dict) for s in main):
            continue
        shapes = [p for s in main for p in s['segmentation']]
        yield 'coco', repo.name, path, lambda p=path: repo.read(p), lambda s=shapes, z=size: polygons(s, z), 'binary'


def candidates(mirror, forbidden_sequences, pets=1200, ccp=850, congress=210, caltech=18, grocery=260, frames=10):
    rnd = random.Random(1)

    def some(paths, n):
        paths = sorted(paths)
        rnd.shuffle(paths)
        return paths[:n]

    for name, source in (('JizhiziLi/P3M', 'p3m-ref'), ('JizhiziLi/GFM', 'am2k-ref')):
        repo = Repository(mirror, name)
        have = set(repo.paths)
        for path in sorted(have):
            if not path.lower().endswith(('.jpg', '.jpeg')):
                continue
            folder, stem = os.path.dirname(path), os.path.splitext(os.path.basename(path))[0]
            for matte in (f'{folder}/{stem}.png', f'{folder.replace("original", "alpha")}/{stem}.png', f'{folder.replace("original", "result_alpha")}/{stem}.png'):
                if matte in have:
                    yield source, name, path, lambda r=repo, p=path: r.read(p), lambda r=repo, p=matte: r.grey(p), 'alpha'
                    break

    done = set(forbidden_sequences)
    for name, base in (('MathLee/EOR-VOS', 'DAVIS'), ('mcahny/Deep-Video-Inpainting', 'DAVIS_demo')):
        repo = Repository(mirror, name)
        have, videos = set(repo.paths), collections.defaultdict(list)
        for path in sorted(have):
            match = re.match(base + r'/JPEGImages/480p/([^/]+)/(\d+)\.jpg$', path)
            if match and match[1] not in done:
                videos[match[1]].append(path)
        done |= set(videos)
        for paths in videos.values():
            step = max(1, len(paths) // frames)
            for path in paths[step // 2::step][:frames]:
                mask = path.replace('JPEGImages', 'Annotations').replace('.jpg', '.png')
                if mask in have:
                    binary = lambda r=repo, p=mask: ((r.grey(p) > 0) * 255).astype(np.uint8)
                    yield 'davis', name, path, lambda r=repo, p=path: r.read(p), binary, 'binary'

    name = 'bearpaw/clothing-co-parsing'
    repo = Repository(mirror, name)
    have = set(repo.paths)

    def garments(path):
        import scipy.io
        return ((scipy.io.loadmat(io.BytesIO(repo.read(path)))['groundtruth'] > 0) * 255).astype(np.uint8)

    labelled = [p for p in have if re.match(r'photos/\d+\.jpg$', p) and p.replace('photos/', 'annotations/pixel-level/').replace('.jpg', '.mat') in have]
    for path in some(labelled, ccp):
        mask = path.replace('photos/', 'annotations/pixel-level/').replace('.jpg', '.mat')
        yield 'ccp', name, path, lambda p=path: repo.read(p), lambda p=mask: garments(p), 'binary'

    name = 'shlim2210/oxford-pets-datasets'
    pets_repo = Repository(mirror, name)
    base = 'oxford-pets-datasets/data/'

    def trimap(path):
        t = np.asarray(Image.open(io.BytesIO(pets_repo.read(path))))
        return np.where(t == 1, 255, np.where(t == 3, 128, 0)).astype(np.uint8)

    for path in some([p for p in pets_repo.paths if p.startswith(base + 'images/') and p.endswith('.jpg')], pets):
        mask = base + 'annotations/trimaps/' + os.path.basename(path)[:-4] + '.png'
        yield 'oxford-pets', name, path, lambda p=path: pets_repo.read(p), lambda p=mask: trimap(p), 'trimap'

    for name, annotations, folder in (
        ('minto5z/coco_yolo', 'coco/annotations/instances_val2017.json', 'coco/images/val2017'),
        ('developer0hye/COCO128', 'annotations/instances_train2017.json', 'train2017'),
    ):
        repo = Repository(mirror, name)
        yield from coco(repo, annotations, folder)

    for name, source, pattern, n in (
        ('imazen/codec-corpus', 'codec', r'(CID22/CID22-512/(training|validation)|clic2025/(validation|final-test)|kodak)/[^/]+\.(jpe?g|png)$', 10 ** 9),
        ('unitedstates/images', 'congress', r'congress/450x550/.*\.jpg$', congress),
        ('marcusklasson/GroceryStoreDataset', 'grocery', r'dataset/(train|val|test)/Packages/.*\.jpg$', grocery),
    ):
        repo = Repository(mirror, name)
        for path in some([p for p in repo.paths if re.match(pattern, p, re.I)], n):
            yield source, name, path, lambda r=repo, p=path: r.read(p), None, 'none'

    name = 'MachineLearning2020/Homework2-Caltech101'
    things = Repository(mirror, name)
    kinds = collections.defaultdict(list)
    for path in things.paths:
        match = re.match(r'(?:.*/)?101_ObjectCategories/([^/]+)/image_\d+\.jpg$', path)
        if match and match[1] not in ('BACKGROUND_Google', 'Faces_easy', 'brain', 'yin_yang', 'stop_sign'):
            kinds[match[1]].append(path)
    for kind, paths in sorted(kinds.items()):
        for path in some(paths, caltech * (3 if kind in ('airplanes', 'Motorbikes', 'car_side', 'watch', 'Faces') else 1)):
            yield 'caltech', name, path, lambda p=path: things.read(p), None, 'none'
