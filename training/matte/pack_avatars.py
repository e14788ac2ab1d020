"""Avatars and animals of Microsoft Rocketbox (MIT), whose previews are RGBA: python3 pack_avatars.py COPIES OUT
Writes OUT/avatars.zip: NAME.jpg and NAME.png (alpha), 640 square."""
import io, sys, zipfile
import numpy as np
from PIL import Image
from sources import Repository
r = Repository(sys.argv[1], 'microsoft/Microsoft-Rocketbox'); z = zipfile.ZipFile(sys.argv[2] + '/avatars.zip', 'w'); n = 0
seen = set()
for p in sorted(r.paths):
    if not p.endswith('.png') or not p.startswith('Assets/'): continue
    name = p.split('/')[-1][:-4]
    if name in seen: continue
    try: im = Image.open(io.BytesIO(r.read(p))).convert('RGBA')
    except Exception: continue
    x0, y0, x1, y1 = im.getchannel('A').getbbox(); im = im.crop((x0, y0, x1, y1)); k = 600 / max(im.size)
    im = im.resize((round(im.width * k), round(im.height * k)), Image.BICUBIC)
    c = Image.new('RGBA', (640, 640), (0, 0, 0, 0)); c.paste(im, ((640 - im.width) // 2, (640 - im.height) // 2))
    a = np.asarray(c)
    if not .03 < (a[..., 3] > 127).mean() < .8: continue
    b = io.BytesIO(); Image.fromarray(a[..., :3].copy()).save(b, 'JPEG', quality=90); z.writestr(name + '.jpg', b.getvalue())
    b = io.BytesIO(); Image.fromarray(a[..., 3].copy()).save(b, 'PNG'); z.writestr(name + '.png', b.getvalue()); seen.add(name)
    n += 1
print(n, 'avatars')
