"""Google Scanned Objects as small binaries out of a bare git copy: python3 pack_scans.py COPIES OUT COUNT MAX_MB [PROCS]
Writes OUT/scans_NN.zip. Needs ./objpack (objpack.cpp). Meshes are then made to pack better, exactly: positions as differences
in byte planes, faces as the distance to the next new vertex."""
import io, os, random, subprocess, sys, tempfile, zipfile
from concurrent.futures import ProcessPoolExecutor
import numpy as np
from PIL import Image
from sources import Repository
NAME = 'kevinzakka/mujoco_scanned_objects'; repo = None

def plane(a): return np.frombuffer(np.ascontiguousarray(a).tobytes(), np.uint8).reshape(-1, a.dtype.itemsize).T.tobytes()
def squeeze(b):
    nv, nf = (int(v) for v in np.frombuffer(b, np.uint32, 2)); o = 24
    p = np.frombuffer(b, np.uint16, nv * 3, o).reshape(-1, 3); o += nv * 6
    t = np.frombuffer(b, np.uint16, nv * 2, o).reshape(-1, 2); o += nv * 4
    f = np.frombuffer(b, np.uint32, nf * 3, o).astype(np.int64)
    top = np.maximum.accumulate(np.concatenate([[-1], f[:-1]])) + 1; v = top - f
    assert (v >= 0).all(), 'vertices are not in order of use'
    d = lambda a: np.concatenate([a[:1], a[1:] - a[:-1]]).astype(np.uint16)
    return b[:24] + plane(d(p).T.copy().ravel()) + plane(d(t).T.copy().ravel()) + plane(v.astype(np.uint32))

def one(job):
    global repo
    name, mirror = job
    try:
        if repo is None: repo = Repository(mirror, NAME)
        tmp = os.path.join(tempfile.gettempdir(), f'scan_{os.getpid()}')
        open(tmp + '.obj', 'wb').write(repo.read(f'models/{name}/model.obj'))
        open(tmp + '.list', 'w').write(f'{tmp}.obj {tmp}.bin\n')
        if os.path.exists(tmp + '.bin'): os.remove(tmp + '.bin')
        subprocess.run(['./objpack', tmp + '.list'], capture_output=True, check=True)
        m = squeeze(open(tmp + '.bin', 'rb').read())
        im = Image.open(io.BytesIO(repo.read(f'models/{name}/texture.png'))).convert('RGB')
        if max(im.size) > 768: im = im.resize((768, 768), Image.BOX)
        b = io.BytesIO(); im.save(b, 'JPEG', quality=78); return name, m, b.getvalue()
    except Exception as e: return name, None, f'{type(e).__name__} {e}'

if __name__ == '__main__':
    mirror, out, count, most = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]) * 1e6
    names = sorted({p.split('/')[1] for p in Repository(mirror, NAME).paths if p.startswith('models/')
        and p.endswith('/model.obj')})
    random.Random(4).shuffle(names)
    part = 42 * 2 ** 20; k = n = 0; z = None; total = 0
    with ProcessPoolExecutor(int(sys.argv[5]) if len(sys.argv) > 5 else 2) as pool:
        for name, m, t in pool.map(one, [(x, mirror) for x in names[:count]]):
            if m is None: print('skip', name, t, flush=True); continue
            if z is None or z.fp.tell() + len(t) + len(m) * .5 > part:
                if z: total += z.fp.tell(); z.close(); k += 1
                z = zipfile.ZipFile(f'{out}/scans_{k:02d}.zip', 'w')
            z.writestr(name + '.bin', m, zipfile.ZIP_LZMA); z.writestr(name + '.jpg', t, zipfile.ZIP_STORED); n += 1
            if n % 25 == 0: print(n, round((total + z.fp.tell()) / 1e6, 1), 'MB', flush=True)
            if total + z.fp.tell() > most: break
        pool.shutdown(cancel_futures=True)
    z.close(); print(n, 'objects', k + 1, 'parts')
