"""What build_data.py packed, in memory: grounds 3 x 512 x 512, and crops of real subjects as layers like those of strands.py."""
import io
import math
import zipfile

import numpy as np
from PIL import Image

from strands import SIDE

GROUND = 512


def read_pack(file, crops):
    """Grounds; `crops` layers of each subject; a quarter as many of each that is held back."""
    pack = zipfile.ZipFile(file)
    names = sorted(pack.namelist())
    grounds = np.stack([ground(pack.read(name)) for name in names if name.startswith('ground/')])
    subjects, held = ([name[:-4] for name in names if name.startswith(f) and name.endswith('.png')] for f in ('subject/', 'held/'))
    layers = [[], []]
    for seed, name in enumerate(subjects + held):
        colour, alpha = Image.open(io.BytesIO(pack.read(name + '.jpg'))), Image.open(io.BytesIO(pack.read(name + '.png')))
        back = name in held
        layers[back] += along_edge(colour.convert('RGB'), alpha.convert('L'), crops // 4 if back else crops, seed)
    return grounds, np.stack(layers[0]), np.stack(layers[1])


def ground(data):
    return np.asarray(Image.open(io.BytesIO(data)).convert('RGB').resize((GROUND, GROUND), Image.BICUBIC)).transpose(2, 0, 1)


def along_edge(colour, alpha, crops, seed):
    """Crops of a subject around places where its alpha is neither nothing nor everything, at several scales."""
    rng = np.random.default_rng(seed)
    found = []
    for j in range(crops):
        if j % 6 == 0:  # another scale
            k = math.exp(rng.uniform(math.log(.45), 0))
            size = (max(SIDE, round(colour.width * k)), max(SIDE, round(colour.height * k)))
            whole, matte = np.asarray(colour.resize(size, Image.LANCZOS)), np.asarray(alpha.resize(size, Image.LANCZOS))
            ys, xs = np.where((matte > 20) & (matte < 235))
        i = rng.integers(len(ys))
        y = int(np.clip(ys[i] - SIDE // 2, 0, matte.shape[0] - SIDE))
        x = int(np.clip(xs[i] - SIDE // 2, 0, matte.shape[1] - SIDE))
        c, a = whole[y:y + SIDE, x:x + SIDE], matte[y:y + SIDE, x:x + SIDE]
        weighted = (c.astype(np.float32) * (a[..., None] / np.float32(255)) + .5).astype(np.uint8)
        found.append(np.concatenate([weighted.transpose(2, 0, 1), a[None], np.zeros_like(a)[None]]))
    return found
