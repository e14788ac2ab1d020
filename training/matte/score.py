"""Scores on photos that are never trained on: how right, how exact along the edge, how decided."""
import io
import json
import math
import zipfile

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image

from data import SIZE
from raster import dilate, edge_band


class Measured:
    def __init__(self, file, device):
        pack = zipfile.ZipFile(file)
        self.items = []
        for meta in json.loads(pack.read('index.json')):
            photo = Image.open(io.BytesIO(pack.read(f'img/{meta["id"]}.jpg'))).convert('RGB').resize((SIZE, SIZE), Image.BICUBIC)
            truth = np.asarray(Image.open(io.BytesIO(pack.read(f'gt/{meta["id"]}.png'))).convert('L')).copy()
            ignored = f'ig/{meta["id"]}.png'
            ignore = np.asarray(Image.open(io.BytesIO(pack.read(ignored))).convert('L')).copy() if ignored in pack.namelist() else np.zeros_like(truth)
            on = lambda v: torch.from_numpy(v).to(device)
            self.items.append((meta, on(np.asarray(photo).transpose(2, 0, 1).copy()), on(truth), on(ignore)))

    @torch.no_grad()
    def score(self, predict, batch=32):
        """predict: uint8 photos -> probability. Returns {set: line of text} and the mean IoU of all."""
        rows = []
        for i in range(0, len(self.items), batch):
            items = self.items[i:i + batch]
            mattes = predict(torch.stack([item[1] for item in items]))
            for (_, _, g, ignore), matte in zip(items, mattes):
                p = F.interpolate(matte[None], g.shape, mode='bicubic', align_corners=False)
                p = ((p - .03) / .94).clamp(0, 1)
                t, w = g[None, None].float() / 255, (ignore[None, None] < 128).float()
                pb, tb = (p > .5).float(), (t > .5).float()
                overlap = (pb * tb * w).sum() / ((pb + tb).clamp(max=1) * w).sum().clamp_min(1)
                ep, et, r = edge_band(pb, 1) * w, edge_band(tb, 1) * w, max(1, round(.008 * math.hypot(*g.shape)))
                precision, recall = (ep * dilate(et, r)).sum() / ep.sum().clamp_min(1), (et * dilate(ep, r)).sum() / et.sum().clamp_min(1)
                r = max(3, round(.012 * max(g.shape)))
                inside, outside = 1 - dilate((t < 250 / 255).float(), r), 1 - dilate((t > 5 / 255).float(), 2 * r)
                through = ((p < 250 / 255).float() * inside).sum() / inside.sum().clamp_min(1)
                ghost = (((p > 2.5 / 255) & (p < 60.5 / 255)).float() * outside).sum() / outside.sum().clamp_min(1)
                rows.append(torch.stack([((p - t).abs() * w).sum() / w.sum(), overlap, 2 * precision * recall / (precision + recall + 1e-6),
                                         (through > .05).float(), (ghost > .01).float()]))
        r = torch.stack(rows).cpu().numpy()
        names = np.array([item[0]['set'] for item in self.items])
        lines = []
        for name in sorted(set(names)):
            q = r[names == name]
            lines.append(f'{name} MAE {q[:, 0].mean():.4f} IoU {q[:, 1].mean():.4f} BF {q[:, 2].mean():.4f} see-through {int(q[:, 3].sum())} ghosts {int(q[:, 4].sum())}')
        return '  |  '.join(lines), float(r[:, 1].mean())
