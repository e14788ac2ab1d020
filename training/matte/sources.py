"""Where training photos come from: only licences that allow commercial use. Repositories as bare git copies, and COCO's masks."""
import collections
import json
import os
import subprocess

import numpy as np
from PIL import Image, ImageDraw

LICENCES = {
    'caltech': 'Caltech-101: CC BY 4.0, no masks used',
    'clutter': 'the background class of Caltech-101: CC BY 4.0',
    'ccp-u': 'Clothing Co-Parsing, the photos without labels: Apache-2.0 repository, street photos of their owners',
    'codec': 'CID22: CC BY-SA 4.0; CLIC 2025: Unsplash licence; Kodak: free use; no masks',
    'congress': 'portraits of the US Congress: public domain; no masks',
    'coco': 'COCO 2017, one main subject: annotations CC BY 4.0; only photos under CC BY, CC BY-SA or without known restrictions',
    'coco-u': 'COCO 2017, the same licences, without masks',
}


class Repository:
    """A bare git copy, read through one `git cat-file --batch`."""

    def __init__(self, mirror, name):
        folder = os.path.join(mirror, name.replace('/', '+'), 'repo')
        self.folder = os.path.join(folder, '.git') if os.path.isdir(os.path.join(folder, '.git')) else folder
        listing = subprocess.run(['git', '-C', self.folder, 'ls-tree', '-r', '-z', '--name-only', 'HEAD'], capture_output=True)
        self.paths = listing.stdout.decode('utf8', 'replace').split('\0')[:-1]
        self.reader = None

    def read(self, path):
        if self.reader is None:
            self.reader = subprocess.Popen(['git', '-C', self.folder, 'cat-file', '--batch'], stdin=subprocess.PIPE,
                stdout=subprocess.PIPE)
        self.reader.stdin.write(f'HEAD:{path}\n'.encode())
        self.reader.stdin.flush()
        head = self.reader.stdout.readline().split()
        if head[-1] == b'missing':
            raise KeyError(path)
        data = self.reader.stdout.read(int(head[2]))
        self.reader.stdout.read(1)
        return data


FREE = (4, 5, 7, 8)  # COCO's licence ids: CC BY, CC BY-SA, no known restrictions, work of the US government


def polygons(shapes, size, finer=4):
    mask = Image.new('L', (size[0] * finer, size[1] * finer), 0)
    draw = ImageDraw.Draw(mask)
    for p in shapes:
        if len(p) >= 6:
            draw.polygon([(p[i] * finer, p[i + 1] * finer) for i in range(0, len(p) - 1, 2)], fill=255)
    return np.asarray(mask.resize(size, Image.BOX))


def coco(repo, annotations, folder):
    """Paths and masks of photos with one or two whole objects that dominate; people only with a face and most joints marked."""
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
        yield path, lambda s=shapes, z=size: polygons(s, z)
