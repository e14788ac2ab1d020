"""The fourth round: python3 train.py STAGE WORK SECONDS
Starts between round 2 (STAGE/round2) and round 3 (STAGE/round3), learns SECONDS from photos with the two networks together as
teacher and from composites, and is pulled towards round 2 all the while. STAGE/plan.json says how; WORK/layers.ready says that
layers.py is done. Writes WORK/final (the best so far, every plan.save seconds and at the end), WORK/long (the last average),
detail-*.json (scores of every photo) and sheet.png (samples)."""
import copy, json, math, os, shutil, sys, threading, time
import numpy as np
import torch
import torch.nn.functional as F
from data import BATCH, SCALE, Decoding, Measured, Photos, Teacher, load_layers, make_targets, px, text
from compose import Samples
from losses import deep_loss
from net import MatteNet, normal
from raster import resize
T0 = float(os.environ.get('T0') or time.time())
def log(*a): print(f'[{time.time() - T0:7.1f}]', *a, flush=True)
stage, work, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3]); PLAN = json.load(open(stage + '/plan.json'))
log('plan', json.dumps(PLAN))
# forks: before the GPU is touched
limit = int(os.environ.get('LIMIT', 0)); decoding = Decoding(stage, limit); log('decoding')
cuda = torch.cuda.is_available(); dev = torch.device('cuda' if cuda else 'cpu'); torch.manual_seed(0); np.random.seed(0)
torch.backends.cudnn.benchmark = True
if hasattr(torch.backends.cudnn, 'benchmark_limit'): torch.backends.cudnn.benchmark_limit = 2
torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
half = lambda: torch.autocast(dev.type, dtype=torch.bfloat16, enabled=cuda)
log('torch', torch.__version__, 'numpy', np.__version__, torch.cuda.get_device_name() if cuda else 'CPU')
def fixed(net): return net.to(dev).to(memory_format=torch.channels_last).eval().requires_grad_(False)
def lerp(a, b, k):
    if hasattr(torch, '_foreach_lerp_'): torch._foreach_lerp_(a, b, k)
    else: [p.lerp_(q, k) for p, q in zip(a, b)]
def between(a, b, k):
    m = copy.deepcopy(a); sa, sb = a.state_dict(), b.state_dict(); m.load_state_dict({n: sa[n] * (1 - k) + sb[n] * k for n in sa})
    return m
old = fixed(MatteNet.load(stage + '/round2')); new = fixed(MatteNet.load(stage + '/round3'))
assert old.state_dict().keys() == new.state_dict().keys()
start = between(old, new, PLAN['start']); log('networks loaded')
net = copy.deepcopy(start).requires_grad_(True); mean = copy.deepcopy(start)
names = [n for n, _ in net.named_parameters()]; pn = list(net.parameters()); pm = list(mean.parameters())
po = [dict(old.named_parameters())[n] for n in names]
opt = torch.optim.AdamW(pn, lr=PLAN['lr'], betas=(.9, .99), weight_decay=0., **(dict(fused=True) if cuda else {}))
sizes = [[px(s), p, n if cuda else 2] for s, p, n in PLAN['sizes']]; pr = np.array([s[1] for s in sizes]); pr = pr / pr.sum()

def losses(z, t, w, soft, ok, decided):
    loss = deep_loss(z, t, w, decided)
    if PLAN['distill']:
        fine = F.interpolate(z[0].float(), t.shape[-2:], mode='bilinear', align_corners=False)
        d = F.binary_cross_entropy_with_logits(fine, torch.sigmoid(PLAN['sharpen'] * soft), reduction='none')
        loss = loss + PLAN['distill'] * (d * ok).sum() / ok.sum().clamp_min(1)
    return loss
for size, _, n in sizes:                                # find the kernels while the photos are being decoded
    t0 = time.time()
    x, t = normal(torch.rand(n, 3, size, size, device=dev) * 255), (torch.rand(n, 1, size, size, device=dev) > .5).float()
    with half(): z = net(x)
    losses(z, t, t * 0 + 1, t * 2 - 1, t * 0 + 1, .1).backward()
    for q in pn: q.grad = None
    if cuda: torch.cuda.synchronize()
    log(f'warm {size} x {n}: {time.time() - t0:.1f} s' + (f', {torch.cuda.max_memory_allocated() / 2**30:.0f} GiB' if cuda
        else ''))
del x, t, z
P = Photos(decoding, dev, log)
M = Measured(stage + '/measured.zip', dev); log('measured', len(M.items))
if limit: M.items = M.items[::150]

def predictor(model):
    def f(x):
        with half(): z = model(normal(x.float()), n_out=1)[0]
        return torch.sigmoid(resize(z.float(), x.shape[-1]))
    return f

make_targets(P, [Teacher(old, half), Teacher(start, half)], log, PLAN['teacher_seconds']); log('targets ready')
layers = os.environ.get('LAYERS') or work + '/layers'; waited = time.time()
while not os.path.exists(work + '/layers.ready') and time.time() - waited < 240: time.sleep(.5)
log('waited', round(time.time() - waited, 1), 's for layers'); K = load_layers(layers, stage, dev, log)
shutil.rmtree(layers, ignore_errors=True)
A = Samples(P, K, PLAN['share'], PLAN['real'], PLAN['empty'], PLAN['new'], PLAN.get('chances'))

# ---- what is held back: composites, composites with much that is not subject, empty grounds; always the same ones
def held_sets():
    torch.manual_seed(77); np.random.seed(77); hv = K['held']
    if hv is None: return {}
    av = K['avatars']; from data import boxes_of
    H = {**K, 'L': torch.cat([hv, K['L'][-av:]]), 'lbox': torch.cat([boxes_of(hv), K['lbox'][-av:]]),
        'lkind': np.array(['scan'] * len(hv) + ['avatar'] * av)}
    out = {}; S = px(640)
    for name, ch, new_ in (('held', {}, 1.), ('neg', dict(second=0., front=0., layer=.4, avatar=.3, body=.4, structure=.7,
        under=.25, over=.3), .6)):
        s = Samples(P, H, PLAN['share'], 0., 0., new_, ch); got = []
        for _ in range(5 if cuda else 1):
            x, a, w = s.composite(BATCH, S)[:3]; got.append((s.colour(x).byte(), (a * 255).byte(), w > .5))
        out[name] = got
    s = Samples(P, H, PLAN['share'])
    out['empty'] = [(s.colour(s.nothing(BATCH, S)[0]).byte(), None, None) for _ in range(2 if cuda else 1)]; return out
with torch.no_grad(): HELD = held_sets()
log('held back', {k: sum(len(x[0]) for x in v) for k, v in HELD.items()})

@torch.no_grad()
def score(model):
    """text for the log; the mean of all; the value that picks"""
    p = predictor(model); r = M.score(p, 640); v = {k: q[1] for k, q in r.items()}
    for name, sets in HELD.items():
        got = []
        for x, a, w in sets:
            y = p(x)
            if a is None: got += (1 - y.mean((1, 2, 3))).tolist(); continue
            pb, tb = (y > .5).float() * w, (a > 127).float() * w
            got += ((pb * tb).sum((1, 2, 3)) / ((pb + tb).clamp(max=1).sum((1, 2, 3)) + 1)).tolist()
        v[name] = float(np.mean(got))
    wt = {k: PLAN['pick'].get(k, 0) for k in v}; pick = sum(v[k] * wt[k] for k in v) / max(1e-9, sum(wt.values()))
    return f'@640 {text(r)} | ' + ' '.join(f'{k} {q:.4f}' for k,
        q in v.items() if k in HELD) + f' | mean {np.mean(list(v.values())):.4f} pick {pick:.4f}', pick

def sheet(file, n=24, m=6, S=320):
    from PIL import Image
    S = min(S, px(320)) if SCALE < .3 else S
    parts = [A.composite(n, S), A.photo(A.pick(A.any, m), S), A.nothing(m, S)]
    x, a, w = (torch.cat([p[i] for p in parts]) for i in range(3))
    x = A.colour(x); green = torch.tensor([0., 200., 0.], device=dev)[None, :, None, None]
    o = x * (.35 + .65 * a) + green * (1 - a) * .5
    o = torch.where(w < .3, torch.tensor([255., 0., 0.], device=dev)[None, :, None, None] * .5 + o * .5, o)
    t = torch.stack([x, o], 1).reshape(-1, 3, S, S).clamp(0, 255).byte().permute(0, 2, 3, 1).cpu().numpy()
    Image.fromarray(np.concatenate([np.concatenate(t[i:i + 12], 1) for i in range(0, len(t), 12)], 0)).save(file)
with torch.no_grad(): sheet(work + '/sheet.png')
log('sheet written')

def detail(model, file, sizes=(640,)):
    out = {}
    for s in sizes:
        r = M.score(predictor(model), s); out[s] = {t[0]['id']: [round(float(v), 5) for v in q] for t, q in zip(M.items, M.last)}
        log('  detail', file, f'@{s}', text(r))
    json.dump(out, open(f'{work}/{file}', 'w'))

saving = None
def keep(state, folder, about, wait=False):
    """weights into WORK/folder, beside the training; never half a folder"""
    global saving
    if saving is not None: saving.join()
    m = copy.deepcopy(old); m.load_state_dict(state); m = m.cpu()
    def write():
        f = f'{work}/{folder}'; shutil.rmtree(f + '.new', ignore_errors=True); m.save(f + '.new', 'float')
        json.dump(about, open(f + '.new/about.json', 'w'))
        shutil.rmtree(f + '.old', ignore_errors=True)
        if os.path.exists(f): os.rename(f, f + '.old')
        os.rename(f + '.new', f); shutil.rmtree(f + '.old', ignore_errors=True); log('saved', folder, about)
    saving = threading.Thread(target=write); saving.start()
    if wait: saving.join()

# ---- before
clone = lambda m: {k: v.clone() for k, v in m.state_dict().items()}
log('before: round 2', score(old)[0]); tx, v0 = score(start); log('before: start  ', tx); best = (v0, clone(start), 'start')
detail(old, 'detail-old.json'); detail(start, 'detail-start.json')
torch.manual_seed(int(time.time()) % 2 ** 31); np.random.seed(int(time.time()) % 2 ** 31)

# ---- the run
log('run', seconds, 's'); begin = told = scored = saved = time.time(); step = seen = bad = 0; ls = []; told_seen = 0; lost = 0.
while time.time() < begin + seconds and not os.path.exists(work + '/stop'):
    done = (time.time() - begin) / seconds
    lr = PLAN['lr'] * min(1, (step + 1) / PLAN['warm_steps']) * (.02 + .98 * .5 * (1 + math.cos(math.pi * min(1, done))))
    for g in opt.param_groups: g['lr'] = lr
    size, _, n = sizes[int(np.random.choice(len(sizes), p=pr))]; x, t, w, soft, ok = A.batch(n, size)
    with half(): z = net(x)
    loss = losses(z, t, w, soft, ok, PLAN['decided'] * max(0., min(1., 2 * done - .2)))
    opt.zero_grad(set_to_none=True); loss.backward(); norm = torch.nn.utils.clip_grad_norm_(pn, 1.)
    if not bool(torch.isfinite(norm)):
        bad += 1; log('a step that was no number, left out', bad)
        if bad > 50: log('too many of them: stopped'); break
        continue
    opt.step()
    with torch.no_grad():
        lerp(pn, po, lr * PLAN['pull'])      # decoupled L2-SP: w -= lr * pull * (w - w_old)
        lerp(pm, pn, 1 - min(PLAN['ema'], (step + 1) / (step + 10)))
    step += 1; seen += n; ls.append(loss.detach())
    if step in (2, 20) or time.time() - told > 20:
        now = time.time()
        log(f'step {step} loss {torch.stack(ls).mean():.4f} lr {lr:.2e} '
            f'{(seen - told_seen) / (now - told):.0f} samples/s ({seen} in all)'
            + (f' mem {torch.cuda.max_memory_allocated() / 2**30:.0f} GiB' if cuda else ''))
        ls, told, told_seen = [], now, seen
    if time.time() - scored > PLAN['every']:
        t1 = time.time(); tx, v = score(mean); log(f'{seen} average {tx}'); scored = time.time(); told += scored - t1
        if v > best[0]: best = (v, clone(mean), f'average at {seen}')
        if time.time() - saved > PLAN['save']:
            keep(best[1], 'final', dict(pick=best[0], which=best[2], seen=seen)); saved = time.time()

# ---- the end
tx, v = score(mean); log(f'{seen} end {tx}'); last = v
with torch.no_grad():
    far = math.sqrt(sum(float((a - b).pow(2).sum()) for a, b in zip(pm, po)))
    away = math.sqrt(sum(float((a - b).pow(2).sum()) for a, b in zip(start.parameters(), po)))
    log(f'distance to round 2: {away:.3f} at the start, {far:.3f} at the end')
if v > best[0]: best = (v, clone(mean), f'average at the end, {seen}')
log('best so far', best[2], round(best[0], 4))
keep(clone(mean), 'long', dict(pick=last, which='the last average', seen=seen), True)
keep(best[1], 'final', dict(pick=best[0], which=best[2], seen=seen), True)
top = copy.deepcopy(mean)
for k in PLAN['mix']:
    m = between(old, mean, k); tx, v = score(m); log(f'mix {1 - k:.2f} round 2 + {k:.2f} end  {tx}')
    if v > best[0]: best = (v, clone(m), f'mix {k} of the end with round 2')
top.load_state_dict(best[1]); log('picked', best[2], round(best[0], 4))
keep(best[1], 'final', dict(pick=best[0], which=best[2], seen=seen), True)
detail(top, 'detail-final.json', (640, 896))
detail(mean, 'detail-long.json', (640, 896))
log('end'); open(work + '/final.done', 'w').write(best[2])
