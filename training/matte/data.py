"""The photos on the device, stretched to a square as the product does, and what the network shall learn from them."""
import io
import json
import zipfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
import torch.nn.functional as F
from PIL import Image

from net import normal
from raster import box, dilate, edge_band, iou, resize

SIZE = 640


class Photos:
    """img, gt: uint8 planes; kind: alpha (exact or soft matte), binary (by hand, a few px accurate), trimap (with an
    unknown border), none (no labels). un: 1 where a trimap is unknown."""

    def __init__(self, files, device, limit=0):
        jobs = []
        for file in files:
            pack = zipfile.ZipFile(file)
            names = set(pack.namelist())
            for meta in json.loads(pack.read('index.json')):
                mask = f'mask/{meta["id"]}.png'
                jobs.append((meta, pack.read(f'img/{meta["id"]}.jpg'), pack.read(mask) if mask in names else None))
        if limit:
            jobs = jobs[::max(1, len(jobs) // limit)][:limit]
        n = len(jobs)
        self.img = torch.zeros(n, 3, SIZE, SIZE, dtype=torch.uint8, device=device)
        self.gt, self.un = (torch.zeros(n, 1, SIZE, SIZE, dtype=torch.uint8, device=device) for _ in range(2))
        with ThreadPoolExecutor(16) as pool:
            for i, (x, g, u) in enumerate(pool.map(decode, jobs)):
                self.img[i], self.gt[i, 0], self.un[i, 0] = (torch.from_numpy(v).to(device) for v in (x, g, u))
        self.device, self.n = device, n
        self.kind = np.array([meta['kind'] for meta, _, _ in jobs])
        self.source = np.array([meta['source'] for meta, _, _ in jobs])


def decode(job):
    meta, photo, mask = job
    x = np.asarray(Image.open(io.BytesIO(photo)).convert('RGB').resize((SIZE, SIZE), Image.BICUBIC)).transpose(2, 0, 1).copy()
    unknown = np.zeros((SIZE, SIZE), np.uint8)
    if mask is None:
        return x, np.zeros((SIZE, SIZE), np.uint8), unknown
    m = Image.open(io.BytesIO(mask))
    m = m.convert('RGB').convert('L') if m.mode == 'P' else m.convert('L')
    if meta['kind'] == 'trimap':
        v = np.asarray(m)
        u = Image.fromarray((((v > 60) & (v < 200)) * 255).astype(np.uint8)).resize((SIZE, SIZE), Image.BILINEAR)
        unknown = (np.asarray(u) > 0).astype(np.uint8)
        m = Image.fromarray(((v >= 200) * 255).astype(np.uint8))
    return x, np.asarray(m.resize((SIZE, SIZE), Image.BILINEAR)).copy(), unknown


class Teacher:
    """The last round's network, looking four times: plain, mirrored, closely around what it found, and at 1024."""

    def __init__(self, net, amp):
        self.net, self.amp = net, amp

    @torch.no_grad()
    def __call__(self, photos):
        x = photos.float()

        def look(y):
            with self.amp():
                z = self.net(normal(y), n_out=1)[0].float()
            return resize(z, SIZE).clamp(-6, 6)

        near = (look(x) + look(x.flip(-1)).flip(-1)) / 2
        close, inside = self.closely(x, near, look)
        near = torch.where(inside, (near + close) / 2, near)
        far = look(resize(x, 1024, 'bicubic').clamp(0, 255))
        return near, far

    def closely(self, x, z, look):
        """A second look at a window around the subject; where it fills the photo anyway, nothing changes."""
        low, high = [], []
        line = torch.linspace(-1, 1, SIZE, device=x.device)
        for plane in ((z > 0).float().amax(2)[:, 0], (z > 0).float().amax(3)[:, 0]):
            at = torch.where(plane > 0, line, torch.full_like(line, 9.))
            low.append((at.amin(1) - .15).clamp(-1, 1))
            high.append((torch.where(plane > 0, line, torch.full_like(line, -9.)).amax(1) + .15).clamp(-1, 1))
        found = [(h - l) > .2 for l, h in zip(low, high)]
        scale = [torch.where(f, (h - l) / 2, torch.ones_like(h)) for f, l, h in zip(found, low, high)]
        shift = [torch.where(f, (h + l) / 2, torch.zeros_like(h)) for f, l, h in zip(found, low, high)]
        zero = torch.zeros_like(scale[0])

        def window(sx, sy, cx, cy, source):
            theta = torch.stack([torch.stack([sx, zero, cx], 1), torch.stack([zero, sy, cy], 1)], 1)
            grid = F.affine_grid(theta, (len(x), 1, SIZE, SIZE), align_corners=False)
            return F.grid_sample(source, grid, mode='bilinear', padding_mode='border', align_corners=False), grid

        cut, _ = window(scale[0], scale[1], shift[0], shift[1], x)
        back, grid = window(1 / scale[0], 1 / scale[1], -shift[0] / scale[0], -shift[1] / scale[1], look(cut))
        small = (scale[0] * scale[1] < .7)[:, None, None]
        inside = (grid[..., 0].abs() <= 1) & (grid[..., 1].abs() <= 1) & small
        return back, inside[:, None]


@torch.no_grad()
def make_targets(photos, teacher, log, batch=16, band=7):
    """alpha and weight per pixel. Labelled: the label away from its contour; in a band along it, where a hand's accuracy
    ends, the teacher's finer matte if both agree nearby, else the softened label with less weight. Unlabelled: the
    teacher, decided; photos are dropped over which its looks disagree."""
    n, device = photos.n, photos.device
    photos.alpha = torch.zeros(n, 1, SIZE, SIZE, dtype=torch.uint8, device=device)
    photos.w = torch.zeros_like(photos.alpha)
    agree, dispute, area, touch, centre = np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n), []
    line = torch.linspace(-1, 1, SIZE, device=device)
    for i in range(0, n, batch):
        j = slice(i, min(n, i + batch))
        near, far = teacher(photos.img[j])
        fused = (near + far) / 2
        dispute[j] = (1 - iou((near > 0).float(), (far > 0).float())).cpu().numpy()
        of = lambda kind: torch.tensor(photos.kind[j] == kind, device=device).float()[:, None, None, None]
        none, alpha, trimap = of('none'), of('alpha'), of('trimap')
        g, un = photos.gt[j].float() / 255, dilate(photos.un[j].float(), 3) * of('trimap')
        hard = (g > .5).float()
        b = torch.maximum(edge_band(hard, band), un)
        core = 1 - b
        agree[j] = iou((fused > 0).float() * core, hard * core).cpu().numpy()
        sure = torch.tensor(agree[j], device=device).float()[:, None, None, None]
        t = torch.sigmoid(1.3 * fused)
        local = (box(t, 10) - box(torch.where(photos.un[j] > 0, torch.full_like(hard, .5), hard), 10)).abs()
        trust = (1 - (local - .08) / .14).clamp(0, 1) * (sure > .7)
        trust = torch.where(un > 0, (sure > .8).float() * torch.ones_like(b), trust)
        labelled = hard * core + b * (trust * t + (1 - trust) * box(hard, 2))
        w_labelled = torch.where(un > 0, .8 * trust, core + b * (.8 * trust + .45 * (1 - trust)))
        # COCO outlines a person without what the person holds: where the teacher sees more, the label counts for little.
        held = torch.tensor(photos.source[j] == 'coco', device=device).float()[:, None, None, None] * (fused > 1) * (1 - hard)
        w_labelled = w_labelled * (1 - .8 * held)
        # Doubt is not passed on: what the teacher cannot decide counts for little.
        decided, confidence = torch.sigmoid(2.5 * fused), (fused.abs() / 4).clamp(0, 1)
        a = none * decided + alpha * g + (1 - none) * (1 - alpha) * labelled
        w = none * (.1 + .6 * confidence) + alpha + (1 - none) * (1 - alpha) * w_labelled
        photos.alpha[j], photos.w[j] = (a * 255).round().to(torch.uint8), (w * 255).round().to(torch.uint8)
        area[j] = a.mean((1, 2, 3)).cpu().numpy()
        sides = [a[..., 0, :], a[..., -1, :], a[..., :, 0], a[..., :, -1]]
        touch[j] = torch.stack([s.mean((1, 2)) for s in sides]).amax(0).cpu().numpy()
        s = a.sum((1, 2, 3)) + 1
        centre.append(torch.stack([(a.sum((1, 2)) * line).sum(1) / s, (a.sum((1, 3)) * line).sum(1) / s], 1))
    none = photos.kind == 'none'
    photos.usable = np.where(none, (dispute < .12) & (area > .02) & (area < .9), True)
    photos.clean = np.where(photos.kind == 'alpha', True, np.where(none, dispute < .06, agree > .9)) & (area > .02) & (area < .7)
    photos.touch, photos.centre = torch.tensor(touch > .08, device=device), torch.cat(centre)
    for source in sorted(set(photos.source)):
        q = photos.source == source
        log(f'  {source:16s} {q.sum():5d} photos, {photos.usable[q].sum():5d} usable, {photos.clean[q].sum():5d} clean, '
            f'teacher agrees {agree[q].mean():.3f}, looks disagree {dispute[q].mean():.3f}')
