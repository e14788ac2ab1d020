"""Packs what the edge network is trained on, beside what strands.py draws: grounds, and a few subjects with exact alpha.

  python3 build_data.py --mirror FOLDER --out PACK.zip --exclude MANIFEST.json …

FOLDER holds one bare git copy per repository, OWNER+NAME/repo:
  imazen/codec-corpus                     grounds: CID22 (CC BY-SA 4.0), Kodak (free use), CLIC 2025 (Unsplash licence)
  shlim2210/oxford-pets-datasets          grounds: Oxford-IIIT Pet (CC BY-SA 4.0, photos from Flickr)
  canvascomputing/human-segmentation      subjects: people made with LayerDiffuse, with their alpha (Apache-2.0)
No photo of an excluded manifest gets in, neither by its path nor by its looks."""
import argparse
import io
import json
import os
import random
import subprocess
import zipfile

import numpy as np
from PIL import Image
from scipy.ndimage import uniform_filter

CODEC, PETS, PEOPLE = 'imazen/codec-corpus', 'shlim2210/oxford-pets-datasets', 'canvascomputing/human-segmentation'
GROUND, PET = 512, 320  # sides of grounds; most pets are small photos
CID, GROUNDS = 170, 481  # how many of CID22, and of all


class Mirror:
    def __init__(self, folder):
        self.folder = folder

    def git(self, repo, *words):
        command = ['git', '-C', os.path.join(self.folder, repo.replace('/', '+'), 'repo'), *words]
        return subprocess.run(command, capture_output=True, check=True).stdout

    def paths(self, repo):
        return self.git(repo, 'ls-tree', '-r', '--name-only', 'HEAD').decode().split('\n')

    def picture(self, repo, path):
        return Image.open(io.BytesIO(self.git(repo, 'show', f'HEAD:{path}')))


def dhash(picture):
    a = np.asarray(picture.convert('L').resize((17, 16), Image.BILINEAR), np.int16)
    return (a[:, 1:] > a[:, :-1]).ravel()


class Excluded:
    def __init__(self, manifests):
        self.paths, self.hashes = set(), []
        for file in manifests:
            folder = os.path.dirname(os.path.abspath(file))
            for entry in json.load(open(file))['entries']:
                self.paths.add(entry['source'].get('path'))
                if entry['kind'] in ('pair', 'portrait'):
                    self.hashes.append(dhash(Image.open(os.path.join(folder, entry['file'])).convert('RGB')))

    def looks_like(self, picture):
        h = dhash(picture)
        return any((h != other).sum() <= 40 for other in self.hashes)


class Pack:
    def __init__(self, file):
        self.zip, self.grounds = zipfile.ZipFile(file, 'w', zipfile.ZIP_STORED), 0

    def put(self, name, picture, kind, **options):
        data = io.BytesIO()
        picture.save(data, kind, **options)
        self.zip.writestr(name, data.getvalue())

    def ground(self, picture, side):
        """A square of the photo, somewhere along its longer side."""
        k = side / min(picture.size)
        if k < 1:
            picture = picture.resize([max(side, round(v * k)) for v in picture.size], Image.LANCZOS)
        self.put(f'ground/{self.grounds:04d}.jpg', part_of(picture, side), 'JPEG', quality=86)
        self.grounds += 1

    def subject(self, name, colour, alpha):
        self.put(name + '.jpg', Image.fromarray(colour), 'JPEG', quality=92)
        self.put(name + '.png', Image.fromarray(alpha), 'PNG')


def part_of(picture, side):
    x, y = random.randint(0, picture.width - side), random.randint(0, picture.height - side)
    return picture.crop((x, y, x + side, y + side))


def pack_grounds(mirror, excluded, pack):
    codec = [path for path in mirror.paths(CODEC) if path.endswith('.png') and path not in excluded.paths]
    cid, kodak, clic = ([path for path in codec if path.startswith(f)] for f in ('CID22/CID22-512/', 'kodak/', 'clic2025/'))
    random.shuffle(cid)
    for path in cid[:CID] + kodak + clic:
        try:
            picture = mirror.picture(CODEC, path).convert('RGB')
        except subprocess.CalledProcessError:
            print('not in the mirror:', path)  # it may leave out the largest files
            continue
        if excluded.looks_like(picture):
            continue
        pack.ground(picture, GROUND)
        if path in clic and min(picture.size) > 1100:  # large enough for a second one, seen closer
            pack.ground(part_of(picture, 1024).resize((GROUND, GROUND), Image.LANCZOS), GROUND)
    pets = [path for path in mirror.paths(PETS) if path.endswith('.jpg') and path not in excluded.paths]
    random.shuffle(pets)
    for path in pets:
        if pack.grounds >= GROUNDS:
            break
        picture = mirror.picture(PETS, path).convert('RGB')
        if min(picture.size) >= 330 and not excluded.looks_like(picture):
            pack.ground(picture, PET)


def filled(colour, alpha):
    """Where nothing is seen, the colours of the subject nearby: else JPEG would mix in whatever lies hidden there."""
    out, weight = colour.astype(np.float32), alpha / 255.
    seen = out * weight[..., None]
    for r in (65, 9):
        near = uniform_filter(weight, r)
        mean = np.stack([uniform_filter(seen[..., c], r) for c in range(3)], -1) / (near[..., None] + 1e-4)
        empty = (alpha < 8) & (near > 1e-3)
        out[empty] = mean[empty]
    return out.clip(0, 255).astype(np.uint8)


def pack_subjects(mirror, pack):
    for k in range(3):
        person = np.asarray(mirror.picture(PEOPLE, f'humans/example0{k + 1}.png').convert('RGBA'))
        pack.subject(f'subject/{k:03d}', filled(person[..., :3], person[..., 3]), person[..., 3])
    # Composed by its authors, background and all: never trained on, only measured.
    photo, alpha = mirror.picture(PEOPLE, 'example_image.png'), mirror.picture(PEOPLE, 'example_ground_truth.png')
    pack.subject('held/000', np.asarray(photo.convert('RGB')), np.asarray(alpha.convert('L')))


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('--mirror', required=True)
    ap.add_argument('--out', required=True)
    ap.add_argument('--exclude', nargs='+', required=True)
    a = ap.parse_args()
    random.seed(5)
    mirror, pack = Mirror(a.mirror), Pack(a.out)
    pack_grounds(mirror, Excluded(a.exclude), pack)
    pack_subjects(mirror, pack)
    pack.zip.close()
    print(pack.grounds, 'grounds')


if __name__ == '__main__':
    main()
