"""Trains the edge network on drawn layers and a few real subjects.

  python3 train.py --data PACK.zip --out FOLDER --seconds 270 [--start edge.npz]

PACK.zip is made by build_data.py. Layers are drawn on all cores while the GPU learns from those that are there. Ends in time,
with the average weights as edge.npz in --out, and pictures of held-back patches: photo, rough matte, alpha, true alpha.
--start: another round from earlier weights, without batch normalisation; a smaller --lr suits it."""
import argparse
import copy
import math
import multiprocessing
import os
import threading
import time

import numpy as np
import torch
from PIL import Image

import strands
import weights
from data import read_pack
from losses import answer, edge_loss, errors
from net import EdgeNet
from samples import make_patches

START = time.time()
HELD = 10 ** 8  # seeds from here on are held back


def log(*words):
    print(f'[{time.time() - START:7.1f}]', *words, flush=True)


class Bank:
    """The latest drawn layers, on the device, filled from behind."""

    def __init__(self, drawn, room, device):
        self.layers = torch.zeros(room, 5, strands.SIDE, strands.SIDE, dtype=torch.uint8, device=device)
        self.count = 0
        threading.Thread(target=self.collect, args=(drawn,), daemon=True).start()

    def collect(self, drawn):
        for layer in drawn:
            self.layers[self.count % len(self.layers)].copy_(torch.from_numpy(layer))
            self.count += 1

    def pick(self, n):
        return self.layers[torch.randint(0, min(self.count, len(self.layers)), (n,), device=self.layers.device)]


def held_patches(layers, grounds):
    layers = torch.from_numpy(layers).to(grounds.device)
    return [make_patches(part, grounds, min(4, len(part))) for part in layers.split(32)]


def score(net, held):
    net.eval()
    rows = {name: np.mean([errors(net, patches) for patches in parts], 0) for name, parts in held.items()}
    return ', '.join(f'{name}: band {r[0]:.1f} > {r[1]:.1f}, gradient {r[2]:.1f} > {r[3]:.1f}' for name, r in rows.items())


@torch.no_grad()
def preview(net, patches, file, count=16):
    alpha = answer(net, patches)[0].clamp(0, 1)
    grey = [t.expand(-1, 3, -1, -1) for t in (patches.rough, alpha, patches.alpha)]
    rows = torch.cat([patches.photo, *grey], 3)[:count].permute(0, 2, 3, 1)
    Image.fromarray((rows.reshape(-1, rows.shape[2], 3).cpu().numpy() * 255 + .5).astype(np.uint8)).save(file, quality=90)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('--data', required=True)
    ap.add_argument('--out', required=True)
    ap.add_argument('--start')
    ap.add_argument('--seconds', type=float, default=270)
    ap.add_argument('--batch', type=int, default=128)
    ap.add_argument('--real', type=float, default=.12, help='share of real subjects in a batch')
    ap.add_argument('--crops', type=int, default=150, help='layers of each real subject')
    ap.add_argument('--groups', type=int, default=8, help="sizes of a rough matte's cells in a batch")
    ap.add_argument('--lr', type=float, default=2e-3)
    ap.add_argument('--workers', type=int, default=14)
    ap.add_argument('--first', type=int, default=500, help='layers drawn before training starts')
    ap.add_argument('--room', type=int, default=9000, help='layers kept')
    ap.add_argument('--held', type=int, default=64, help='layers held back')
    a = ap.parse_args()
    os.makedirs(a.out, exist_ok=True)
    pool = multiprocessing.get_context('fork').Pool(a.workers)  # before CUDA wakes up
    held_layers = pool.map_async(strands.draw, range(HELD, HELD + a.held), chunksize=1)
    drawn = pool.imap_unordered(strands.draw, range(1000, 1000 + 20 * a.room), chunksize=1)
    grounds, real, real_held = read_pack(a.data, a.crops)
    log(f'{len(grounds)} grounds, {len(real)} + {len(real_held)} layers of real subjects')
    device = torch.device('cuda' if torch.cuda.is_available() else 'cpu')
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.manual_seed(7)
    grounds = torch.from_numpy(grounds[np.random.default_rng(3).permutation(len(grounds))]).to(device)
    cut = max(2, len(grounds) // 12)
    held_grounds, grounds = grounds[:cut], grounds[cut:]
    real, bank = torch.from_numpy(real).to(device), Bank(drawn, a.room, device)
    held = {'drawn': held_patches(np.stack(held_layers.get()), held_grounds), 'real': held_patches(real_held, held_grounds)}
    while bank.count < a.first:
        time.sleep(.5)
    log(bank.count, 'layers drawn')

    net = weights.load(a.start) if a.start else EdgeNet()
    net = net.to(device).to(memory_format=torch.channels_last)
    mean = copy.deepcopy(net).requires_grad_(False)
    groups = [[p for p in net.parameters() if p.ndim > 1], [p for p in net.parameters() if p.ndim == 1]]
    opt = torch.optim.AdamW([{'params': p, 'weight_decay': d} for p, d in zip(groups, (1e-3, 0))], lr=a.lr)
    n_real = round(a.batch * a.real)
    begin = scored = time.time()
    run_for = a.seconds - (begin - START)
    step, done = 0, 0.
    net.train()
    while done < 1:
        for group in opt.param_groups:
            group['lr'] = a.lr * min(1, step / 200) * (.5 + .5 * math.cos(math.pi * done)) + 1e-6
        with torch.no_grad():
            some = real[torch.randint(0, len(real), (n_real,), device=device)]
            both = torch.cat([bank.pick(a.batch - n_real), some])
            patches = make_patches(both[torch.randperm(a.batch, device=device)], grounds, a.groups)
        loss = edge_loss(net, patches)
        opt.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.)
        opt.step()
        step += 1
        keep = min(.999 if done < .8 else .9995, 1 - 1 / (step + 10))
        with torch.no_grad():
            for old, new in zip(mean.state_dict().values(), net.state_dict().values()):
                old.lerp_(new, 1 - keep) if old.is_floating_point() else old.copy_(new)
        if time.time() - scored > 60:
            weights.save(mean, os.path.join(a.out, 'edge.npz'))
            log(f'step {step}, {bank.count} layers, loss {float(loss):.4f},', score(mean, held))
            scored = time.time()
        done = (time.time() - begin) / run_for
    log(f'end: {step} steps, {bank.count} layers,', score(mean, held))
    weights.save(mean, os.path.join(a.out, 'edge.npz'))
    for name, parts in held.items():
        preview(mean, parts[0], os.path.join(a.out, name + '.jpg'))
    pool.terminate()
    os._exit(0)  # the thread still waits for the pool


if __name__ == '__main__':
    main()
