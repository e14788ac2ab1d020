"""Photos to learn from and to measure on, out of bare git copies: python3 build_data.py COPIES OUT EVAL-FOLDER MAX_MB
Writes OUT/raw_NN.zip, OUT/measured.zip and OUT/forbidden.json, the hashes of what must not be learned. Nothing that an
evaluation set could draw from with truth: no labelled Clothing Co-Parsing, no Oxford pets, no DAVIS, P3M or AM-2k; ECSSD only
to measure."""
import collections, hashlib, io, json, os, random, re, sys, zipfile
import numpy as np
from PIL import Image, ImageOps
import sources
mirror, out, D, most = sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4]) * 1e6
rnd = random.Random(4); repo = {}
def R(n):
    if n not in repo: repo[n] = sources.Repository(mirror, n)
    return repo[n]
def dhash(im):
    a = np.asarray(im.convert('L').resize((9, 8), Image.BOX), np.int16)
    return int(''.join('1' if v else '0' for v in (a[:, 1:] > a[:, :-1]).ravel()), 2)
paths, shas, hashes, names = set(), set(), [], set()
m = json.load(open(D + '/manifest.json'))
for e in m['entries']:
    if e.get('sha256'): shas.add(e['sha256'])
    s = e['source']
    if 'repo' in s:
        n = s['repo'].split(':', 1)[-1]; paths.add((n, s['path'])); names.add(os.path.basename(s['path']))
    if e['kind'] not in ('pair', 'portrait', 'odd-pair'): continue
    p = f'{D}/{e["file"]}'
    try: im = ImageOps.exif_transpose(Image.open(p)).convert('RGB')
    except Exception as x: print('cannot hash', p, x); continue
    hashes += [dhash(im), dhash(ImageOps.mirror(im))]
json.dump(hashes, open(out + '/forbidden.json', 'w'))
print(len(paths), 'paths', len(shas), 'sha', len(hashes), 'hashes', flush=True)
near = lambda h: any(bin(h ^ k).count('1') <= 6 for k in hashes)

z = zipfile.ZipFile(out + '/measured.zip', 'w', zipfile.ZIP_STORED); idx = []
for e in m['entries']:
    if e['kind'] != 'pair': continue
    im = ImageOps.exif_transpose(Image.open(f'{D}/{e["file"]}')).convert('RGB'); k = min(1, 960 / max(im.size))
    wh = (round(im.width * k), round(im.height * k))
    b = io.BytesIO(); im.resize(wh, Image.LANCZOS).save(b, 'JPEG', quality=92); z.writestr(f'img/{e["id"]}.jpg', b.getvalue())
    b = io.BytesIO(); Image.open(f'{D}/{e["gt"]}').convert('L').resize(wh, Image.BOX).save(b, 'PNG', compress_level=6)
    z.writestr(f'gt/{e["id"]}.png', b.getvalue())
    if e.get('ignore'):
        b = io.BytesIO(); Image.open(f'{D}/{e["ignore"]}').convert('L').resize(wh, Image.NEAREST).save(b, 'PNG')
        z.writestr(f'ig/{e["id"]}.png', b.getvalue())
    idx.append(dict(id=e['id'], set='dev', category=e['category']))
E_ = 'total-black/U2Net-ECSSD-Evaluation'; c = [p for p in R(E_).paths if re.match(r'data/ECSSD/images/\d+\.jpg$', p)]
banned = {os.path.basename(p) for n, p in paths if 'ECSSD' in n}
c = [p for p in sorted(c) if os.path.basename(p) not in banned]; random.Random(3).shuffle(c); n = 0
for p in c:
    if n == 220: break
    a = R(E_).read(p); g = R(E_).read(p.replace('images/', 'ground_truth_mask/').replace('.jpg', '.png'))
    h = dhash(Image.open(io.BytesIO(a)).convert('RGB'))
    if hashlib.sha256(a).hexdigest() in shas or near(h): continue
    i = 'ecssd-' + os.path.basename(p)[:-4]; z.writestr(f'img/{i}.jpg', a); z.writestr(f'gt/{i}.png', g)
    idx.append(dict(id=i, set='ecssd', category='ecssd')); n += 1
# every ECSSD photo keeps near copies of itself out of the training photos
for p in [p for p in R(E_).paths if re.match(r'data/ECSSD/images/\d+\.jpg$', p)]:
    im = Image.open(io.BytesIO(R(E_).read(p))).convert('RGB'); hashes += [dhash(im), dhash(ImageOps.mirror(im))]
near_hashes = np.array(hashes, np.uint64); json.dump(hashes, open(out + '/forbidden.json', 'w'))
z.writestr('index.json', json.dumps(idx)); z.close()
print('measured', len(idx), os.path.getsize(out + '/measured.zip') / 1e6, flush=True)
BITS = np.array([bin(i).count('1') for i in range(256)], np.uint8)
def far(h): return BITS[(near_hashes ^ np.uint64(h)).view(np.uint8).reshape(-1, 8)].sum(1).min() > 6

def some(c, n): c = sorted(c); rnd.shuffle(c); return c[:n]
def items():
    n = 'imazen/codec-corpus'
    for p in sorted(R(n).paths):
        if re.match(r'(CID22/CID22-512/(training|validation)|clic2025/(validation|final-test)|kodak)/[^/]+\.(jpe?g|png)$', p,
            re.I):
            yield 'codec', n, p, None, 'none'
    for n, an, folder in (('minto5z/coco_yolo', 'coco/annotations/instances_val2017.json', 'coco/images/val2017'),
        ('developer0hye/COCO128', 'annotations/instances_train2017.json', 'train2017')):
        r = R(n); used = set()
        for p, mask in sources.coco(r, an, folder): used.add(p); yield 'coco', n, p, mask, 'binary'
        lic = {x['file_name'] for x in json.loads(r.read(an))['images'] if x.get('license') in sources.FREE}
        for p in some([p for p in r.paths if p.startswith(folder) and os.path.basename(p) in lic and p not in used], 900):
            yield 'coco-u', n, p, None, 'none'
    n = 'MachineLearning2020/Homework2-Caltech101'; cats = collections.defaultdict(list)
    for p in R(n).paths:
        q = re.match(r'(?:.*/)?101_ObjectCategories/([^/]+)/image_\d+\.jpg$', p)
        if q and q[1] not in ('Faces_easy', 'brain', 'yin_yang', 'stop_sign'): cats[q[1]].append(p)
    for k, v in sorted(cats.items()):
        for p in some(v, 999 if k == 'BACKGROUND_Google' else 48 if k in ('airplanes', 'Motorbikes', 'car_side', 'watch', 'Faces')
            else 22):
            yield 'clutter' if k == 'BACKGROUND_Google' else 'caltech', n, p, None, 'none'
    n = 'unitedstates/images'
    for p in some([p for p in R(n).paths if re.match(r'congress/450x550/.*\.jpg$', p)], 170): yield 'congress', n, p, None, 'none'
    n = 'bearpaw/clothing-co-parsing'; have = set(R(n).paths)
    free = [p for p in have if re.match(r'photos/\d+\.jpg$', p)
        and p.replace('photos/', 'annotations/pixel-level/').replace('.jpg', '.mat') not in have]
    print('unlabelled ccp', len(free), flush=True)
    for p in some(free, 2000): yield 'ccp-u', n, p, None, 'none'

count, drop, bytes_ = collections.Counter(), collections.Counter(), collections.Counter()
k, z, size, index, own, total = 0, None, 0, [], set(), 0
LIMIT = 42 * 2 ** 20
for src, n, p, mask, kind in items():
    if (n, p) in paths or src.startswith(('coco', 'codec', 'congress')) and os.path.basename(p) in names:
        drop[src, 'path'] += 1; continue
    try:
        a = R(n).read(p)
        if hashlib.sha256(a).hexdigest() in shas: drop[src, 'sha'] += 1; continue
        im = ImageOps.exif_transpose(Image.open(io.BytesIO(a))).convert('RGB'); h = dhash(im)
        if not far(h): drop[src, 'near a measured one'] += 1; continue
        if h in own: drop[src, 'twice'] += 1; continue
        own.add(h); f = min(1, (768 if src == 'ccp-u' else 800) / max(im.size)); q = 86
        if src == 'ccp-u': q = 77
        if f < 1: im = im.resize((round(im.width * f), round(im.height * f)), Image.LANCZOS)
        b = io.BytesIO(); im.save(b, 'JPEG', quality=q, optimize=True)
        if len(b.getvalue()) < len(a) or f < 1 or not a.startswith(b'\xff\xd8'): a = b.getvalue()
        g = None
        if mask: b = io.BytesIO(); Image.fromarray(mask()).resize(im.size, Image.BOX).save(b, 'PNG'); g = b.getvalue()
    except Exception as e: drop[src, type(e).__name__] += 1; continue
    need = len(a) + len(g or b'') + 400
    if total + need > most: drop[src, 'no room'] += 1; continue
    if z is None or size + need > LIMIT:
        if z: z.writestr('index.json', json.dumps(index)); z.close(); k += 1
        z = zipfile.ZipFile(f'{out}/raw_{k:02d}.zip', 'w', zipfile.ZIP_STORED); size = 0; index = []
    i = f'{src}_{count[src]:04d}'; z.writestr(f'img/{i}', a)
    if g: z.writestr(f'mask/{i}', g)
    index.append(dict(id=i, source=src, kind=kind, mask='png' if g else None, path=f'{n}:{p}')); size += need; total += need
    count[src] += 1; bytes_[src] += need
z.writestr('index.json', json.dumps(index)); z.close()
print(dict(count), sum(count.values()), 'MB', {s: round(v / 1e6, 1) for s, v in bytes_.items()}, 'dropped',
    {' '.join(q): v for q, v in drop.items()}, k + 1, 'parts')
