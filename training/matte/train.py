"""Another round of training, from the last round's weights.

  python3 train.py --stage FOLDER --out FOLDER --seconds 600

FOLDER holds float.NN (the last round's weights), part_*.zip (photos and masks, by build_data.py) and, if wanted,
measured.zip (photos to choose by, never trained on). Everything stays on the GPU. Ends in time, with the average weights
that scored best, as float.NN in --out."""
import argparse
import copy
import glob
import math
import os
import time

import numpy as np
import torch

from augment import Augment
from data import SIZE, Photos, Teacher, make_targets
from losses import deep_loss
from net import MatteNet, normal
from raster import resize
from score import Measured

START = time.time()
# How often a source is drawn, whatever its number of photos.
SHARE = {'ccp': .19, 'davis': .09, 'caltech': .22, 'congress': .05, 'codec': .06, 'oxford-pets': .22, 'p3m-ref': .03, 'am2k-ref': .03,
         'coco': .08, 'grocery': .03}


def log(*words):
    print(f'[{time.time() - START:7.1f}]', *words, flush=True)


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('--stage', required=True)
    ap.add_argument('--out', required=True)
    ap.add_argument('--seconds', type=float, default=600)
    ap.add_argument('--batch', type=int, default=20)
    ap.add_argument('--lr', type=float, default=5e-5)
    ap.add_argument('--composites', type=float, default=.4)
    ap.add_argument('--decided', type=float, default=.3)
    ap.add_argument('--every', type=float, default=60, help='seconds between scores')
    ap.add_argument('--limit', type=int, default=0)
    ap.add_argument('--steps', type=int, default=0)
    a = ap.parse_args()
    os.makedirs(a.out, exist_ok=True)
    cuda = torch.cuda.is_available()
    device = torch.device('cuda' if cuda else 'cpu')
    torch.manual_seed(0)
    np.random.seed(0)
    torch.backends.cudnn.benchmark = True
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    half = lambda: torch.autocast(device.type, dtype=torch.bfloat16, enabled=cuda)

    photos = Photos(sorted(glob.glob(a.stage + '/part_*.zip')), device, a.limit)
    log(photos.n, 'photos')
    net = MatteNet.load(a.stage).to(device).to(memory_format=torch.channels_last)
    measured = Measured(a.stage + '/measured.zip', device) if os.path.exists(a.stage + '/measured.zip') else None

    def score(model):
        def predict(x):
            with half():
                z = model(normal(x.float()), n_out=1)[0]
            return torch.sigmoid(resize(z.float(), SIZE))
        return measured.score(predict) if measured else ('nothing measured', 0.)

    log('last round ', score(net)[0])
    make_targets(photos, Teacher(copy.deepcopy(net).eval().requires_grad_(False), half), log)
    samples = Augment(photos, SHARE, a.composites)

    mean = copy.deepcopy(net).eval().requires_grad_(False)
    best = None
    opt = torch.optim.AdamW(net.parameters(), lr=a.lr, betas=(.9, .99), weight_decay=0., fused=cuda or None)
    begin = reported = scored = time.time()
    step = seen = 0
    losses = []
    while time.time() < begin + a.seconds and not (a.steps and step >= a.steps):
        done = (time.time() - begin) / a.seconds
        for group in opt.param_groups:
            group['lr'] = a.lr * min(1, (step + 1) / 100) * (.02 + .98 * .5 * (1 + math.cos(math.pi * min(1, done))))
        size = 768 if np.random.rand() < .1 else SIZE
        n = max(1, round(a.batch * (SIZE / size) ** 2))
        x, t, w = samples.batch(n, size)
        with half():
            sides = net(x)
        loss = deep_loss(sides, t, w, a.decided * max(0., min(1., 2 * done - .4)))
        opt.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.)
        opt.step()
        keep = min(.9985, (step + 1) / (step + 10))
        with torch.no_grad():
            torch._foreach_lerp_(list(mean.parameters()), list(net.parameters()), 1 - keep)
        step, seen = step + 1, seen + n
        losses.append(loss.detach())
        if step in (2, 20) or time.time() - reported > 20:
            log(f'step {step}, loss {torch.stack(losses).mean():.4f}, {seen / (time.time() - begin):.0f} samples/s')
            losses, reported = [], time.time()
        if time.time() - scored > a.every:
            text, value = score(mean)
            log('average', text)
            if best is None or value > best[0]:
                best = (value, copy.deepcopy(mean.state_dict()))
            scored = time.time()
    text, value = score(mean)
    log('at the end', text)
    if best is not None and best[0] > value:
        mean.load_state_dict(best[1])
        log('kept       ', score(mean)[0])
    log(f'{mean.save(a.out) / 2 ** 20:.1f} MiB of weights after {seen} samples')


if __name__ == '__main__':
    main()
