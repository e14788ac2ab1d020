/** What is behind and below the bear: a room out of focus, and a wooden table that comes into focus towards the camera. */
import sharp from 'sharp'
import { seededRandom } from '../seeded-random.js'
import { ambient, KEY, lit } from './light.js'
import { distance } from './teddy.js'
import { add, clamp, mix, noise, scale, smooth, tint, unit, type Vec } from './vectors.js'

export const TABLE = -2.74
/** Where the table ends, away from the camera. */
const EDGE = -3.2

const [WIDTH, HEIGHT] = [400, 320]

function drawnRoom(): string {
  const random = seededRandom(11)
  const leaf = (x: number, y: number, angle: number, long: number, fill: string): string =>
    `<path transform="translate(${x} ${y}) rotate(${angle})" d="M0 0C${long * 0.3} ${-long * 0.28} ${long * 0.8} ${-long * 0.2} ${long} 0C${long * 0.8} ${long * 0.2} ${long * 0.3} ${long * 0.28} 0 0Z" fill="${fill}"/>`
  const leaves = Array.from({ length: 22 }, (_, i) =>
    leaf(
      352,
      176,
      -172 + i * 7.6 + random() * 14,
      46 + random() * 44,
      ['#3f6b45', '#5b8a55', '#2f5638', '#7fa468'][i % 4]!,
    ),
  ).join('')
  const books = Array.from({ length: 13 }, (_, i) => {
    const tall = 30 + random() * 14
    return `<rect x="${238 + i * 8.5}" y="${88 - tall}" width="7.6" height="${tall}" fill="${['#b4553d', '#d9a441', '#2d6f6a', '#e8ddc8', '#6b4a3a'][Math.floor(random() * 5)]}"/>`
  }).join('')
  const lights = Array.from({ length: 9 }, (_, i) => {
    const x = 168 + i * 27
    return `<circle cx="${x}" cy="${22 + Math.sin(i * 1.1) * 7 + (i % 2) * 5}" r="2.4" fill="#fff3d0"/>`
  }).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <defs><linearGradient id="wall" x1="0" x2="1"><stop offset="0" stop-color="#e2d8c6"/><stop offset=".5" stop-color="#c4b59d"/><stop offset="1" stop-color="#8f8069"/></linearGradient>
    <linearGradient id="sky" x2="0" y2="1"><stop offset="0" stop-color="#f4faff"/><stop offset=".6" stop-color="#e9f1e4"/><stop offset="1" stop-color="#a9c19a"/></linearGradient></defs>
    <rect width="400" height="320" fill="url(#wall)"/>
    <rect x="12" y="-10" width="118" height="196" fill="#f2ede2"/><rect x="20" y="-10" width="102" height="188" fill="url(#sky)"/>
    <circle cx="50" cy="150" r="30" fill="#8fb07f"/><circle cx="95" cy="160" r="26" fill="#a5c191"/>
    <rect x="68" y="-10" width="5" height="190" fill="#efe8da"/><rect x="20" y="76" width="102" height="5" fill="#efe8da"/>
    <path d="M128 -10C150 60 138 140 150 196H120V-10Z" fill="#ded2bd"/><path d="M-10 -10H24C12 60 26 130 10 196H-10Z" fill="#e9dfcd"/>
    <rect x="228" y="88" width="132" height="6" fill="#7a5a3c"/>${books}
    <circle cx="206" cy="118" r="0"/><rect x="268" y="120" width="44" height="52" rx="3" fill="#efe6d4"/><rect x="273" y="125" width="34" height="42" fill="#6f9a94"/>
    ${lights}
    <path d="M334 176h36l-6 44h-24Z" fill="#c8775a"/>${leaves}
    <rect y="196" width="400" height="130" fill="#6d5642"/></svg>`
}

/** Every point becomes a disc, as behind an open lens; in linear light, where bright spots keep their strength. */
async function blurredRoom(radius: number): Promise<(u: number, v: number) => Vec> {
  const pixels = await sharp(Buffer.from(drawnRoom())).removeAlpha().raw().toBuffer()
  const light = Float32Array.from(pixels, (value) => {
    const linear = (value / 255) ** 2.2
    return linear * (1 + 5 * linear ** 8)
  })
  const out = new Float32Array(light.length)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      let [r, g, b, n] = [0, 0, 0, 0]
      for (let dy = -radius; dy <= radius; dy++) {
        for (let dx = -radius; dx <= radius; dx++) {
          if (dx * dx + dy * dy > radius * radius) continue
          const i = 3 * (clamp(y + dy, 0, HEIGHT - 1) * WIDTH + clamp(x + dx, 0, WIDTH - 1))
          r += light[i]!
          g += light[i + 1]!
          b += light[i + 2]!
          n++
        }
      }
      out.set([r / n, g / n, b / n], 3 * (y * WIDTH + x))
    }
  }
  return (u, v) => {
    const [x, y] = [clamp(u * WIDTH - 0.5, 0, WIDTH - 1.001), clamp(v * HEIGHT - 0.5, 0, HEIGHT - 1.001)]
    const [i, j] = [Math.floor(x), Math.floor(y)]
    const at = (column: number, row: number): Vec => {
      const k = 3 * (row * WIDTH + column)
      return [out[k]!, out[k + 1]!, out[k + 2]!]
    }
    return mix(mix(at(i, j), at(i + 1, j), x - i), mix(at(i, j + 1), at(i + 1, j + 1), x - i), y - j)
  }
}

/** Boards with grain; `blur` is how far out of focus they are. */
function wood([x, , z]: Vec, blur: number): Vec {
  const board = Math.floor(x / 1.35 + 40)
  const grain = noise([x * 14 + board * 9, z * 0.9, board]) * 0.6 + noise([x * 46, z * 2.6, board * 3]) * 0.4
  const seam = smooth(
    0.035 + blur * 0.1,
    0,
    Math.abs(x / 1.35 + 40 - board - 0.5) < 0.5 ? Math.min(x / 1.35 + 40 - board, board + 1 - x / 1.35 - 40) : 1,
  )
  const tone = mix([0.36, 0.2, 0.095], [0.58, 0.37, 0.2], clamp(grain + (noise([board * 3.7, 2, 5]) - 0.5) * 0.7))
  return scale(mix(tone, [0.44, 0.27, 0.14], blur), 1 - 0.6 * seam * (1 - blur))
}

export async function createRoom(): Promise<(u: number, v: number, eye: Vec, ray: Vec) => Vec> {
  const room = await blurredRoom(9)
  const table = (eye: Vec, ray: Vec, far: number): Vec => {
    const at = add(eye, ray, far)
    const blur = smooth(0.3, 3.5, Math.abs(at[2] - 0.4))
    const lifted: Vec = [at[0], at[1] + 0.03, at[2]]
    const shade = lit(lifted, KEY.from, 3.2)
    const contact = clamp(0.25 + distance(...lifted) / 0.9)
    const colour = wood(at, blur)
    const sheen = room(0.5 + ray[0] * 0.6, 0.42)
    const light = add(scale(KEY.colour, 0.62 * shade), scale(ambient([0, 1, 0]), contact * 1.15))
    return add(scale(tint(colour, light), contact * 0.4 + 0.6), sheen, 0.045 * (0.5 + 0.5 * contact))
  }
  return (u, v, eye, ray) => {
    const behind = room(u, v)
    if (ray[1] >= 0) return behind
    const far = (TABLE - eye[1]) / ray[1]
    const z = eye[2] + ray[2] * far
    const edge = smooth(EDGE - 1.6, EDGE + 1.2, z) // the far edge, out of focus
    return edge === 0 ? behind : mix(behind, table(eye, unit(ray), far * Math.hypot(...ray)), edge)
  }
}
