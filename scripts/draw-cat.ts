/**
 * A cat before a garden, drawn hair by hair: the picture for the README is ours from the first stroke, and fur is what
 * cut-outs are judged by.
 */
import { seededRandom } from './seeded-random.js'

export const SIDE = 1000

type Rgb = readonly [number, number, number]
interface Point {
  readonly x: number
  readonly y: number
}
/** A part of the cat: where it is, which way its hair lies, how long it is, what colour. */
interface Coat {
  readonly inside: (at: Point) => boolean
  readonly box: readonly [left: number, top: number, right: number, bottom: number]
  readonly flow: (at: Point) => number
  readonly length: number
  readonly hairs: number
  readonly colour: (at: Point) => Rgb
}

const GINGER: Rgb = [222, 146, 72]
const STRIPE: Rgb = [168, 92, 40]
const CREAM: Rgb = [250, 238, 220]
const NOSE: Point = { x: 500, y: 505 }

const random = seededRandom(7)
const between = (low: number, high: number): number => low + (high - low) * random()
const mix = (a: Rgb, b: Rgb, share: number): Rgb => {
  const t = Math.min(1, Math.max(0, share))
  return [0, 1, 2].map((c) => a[c]! + (b[c]! - a[c]!) * t) as unknown as Rgb
}
const css = (colour: Rgb, light = 1): string => `rgb(${colour.map((c) => Math.round(Math.min(255, c * light))).join()})`
const ellipse =
  (cx: number, cy: number, rx: number, ry: number) =>
  ({ x, y }: Point): boolean =>
    ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1
const away = (from: Point) => (at: Point) => Math.atan2(at.y - from.y, at.x - from.x)

const isHead = (at: Point): boolean => ellipse(500, 430, 222, 186)(at) || ellipse(500, 500, 196, 130)(at)
const isBody = ({ x, y }: Point): boolean => {
  const t = Math.min(1, Math.max(0, (y - 520) / 480))
  return y > 520 && Math.abs(x - 500) < 150 + 150 * Math.sqrt(t)
}

function headColour({ x, y }: Point): Rgb {
  const [dx, dy] = [x - 500, y - 430]
  const crown =
    Math.abs(Math.sin(dx / 17 + (dx > 0 ? 0.6 : -0.6))) ** 3 *
    Math.min(1, Math.max(0, (365 - y) / 50)) *
    (Math.abs(dx) < 110 ? 1 : 0)
  const cheeks = Math.abs(Math.sin((dy - Math.abs(dx) * 0.35) / 19)) ** 4 * (Math.abs(dx) > 135 && dy > -60 ? 0.85 : 0)
  const muzzle = 1.35 - Math.hypot(dx / 92, (y - 548) / 70)
  const blaze = 0.9 - Math.abs(dx) / (16 + Math.max(0, y - 400) * 0.35)
  const tabby = mix(GINGER, STRIPE, Math.max(crown, cheeks))
  return mix(tabby, CREAM, Math.max(muzzle * 2, y > 390 ? blaze : 0))
}

function bodyColour({ x, y }: Point): Rgb {
  const dx = x - 500
  const stripes = Math.abs(Math.sin((y + Math.abs(dx) * 0.5) / 33)) ** 5 * 0.8
  const bib = 1.3 - Math.hypot(dx / 128, (y - 720) / 235)
  const underTheChin = 0.55 - (y - 560) / 220
  return mix(mix(mix(GINGER, STRIPE, stripes), CREAM, bib * 2.4), STRIPE, underTheChin)
}

/** Between the two feet and the tip; ears are triangles with bent sides. */
const ear = (side: 1 | -1) => {
  const tip = { x: 500 + side * 192, y: 138 }
  const inner = { x: 500 + side * 62, y: 278 }
  const outer = { x: 500 + side * 214, y: 388 }
  const half = (p: Point, a: Point, b: Point): number => (p.x - b.x) * (a.y - b.y) - (a.x - b.x) * (p.y - b.y)
  const within = (shrink: number) => (at: Point) => {
    const middle = { x: 500 + side * 158, y: 285 }
    const p = { x: middle.x + (at.x - middle.x) / shrink, y: middle.y + (at.y - middle.y) / shrink }
    const signs = [half(p, tip, inner), half(p, inner, outer), half(p, outer, tip)].map((d) => d > 0)
    return signs.every((sign) => sign === signs[0])
  }
  const box = [Math.min(tip.x, inner.x) - 40, tip.y, Math.max(tip.x, outer.x, inner.x) + 40, outer.y] as const
  const up = Math.atan2(tip.y - 330, tip.x - (500 + side * 140))
  return { within, box, flow: () => up }
}

const ears = ([-1, 1] as const).flatMap((side): Coat[] => {
  const { within, box, flow } = ear(side)
  const pink: Rgb = [226, 164, 146]
  return [
    { inside: within(1), box, flow, length: 30, hairs: 2600, colour: ({ y }) => mix(STRIPE, GINGER, (y - 150) / 140) },
    { inside: within(0.62), box, flow, length: 34, hairs: 900, colour: ({ y }) => mix(pink, CREAM, (y - 250) / 120) },
  ]
})

const coats: readonly Coat[] = [
  {
    inside: isBody,
    box: [190, 520, 810, 1010],
    flow: ({ x, y }) => Math.PI / 2 - (x - 500) / 420 + (y < 640 ? (x < 500 ? 0.5 : -0.5) : 0),
    length: 52,
    hairs: 11_000,
    colour: bodyColour,
  },
  ...ears,
  { inside: isHead, box: [270, 235, 730, 635], flow: away(NOSE), length: 34, hairs: 13_000, colour: headColour },
]

/** An undercoat, so that nothing shines through; then the hairs, those furthest from the nose first: each covers a root. */
function drawn({ inside, box, flow, length, hairs, colour }: Coat): string {
  const [left, top, right, bottom] = box
  const roots: Point[] = []
  while (roots.length < hairs) {
    const at = { x: between(left, right), y: between(top, bottom) }
    if (inside(at)) roots.push(at)
  }
  const distance = ({ x, y }: Point): number => Math.hypot(x - NOSE.x, y - NOSE.y)
  roots.sort((a, b) => distance(b) - distance(a))
  const spot = ({ x, y }: Point): string =>
    `<circle cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="9" fill="${css(colour({ x, y }), 0.9)}"/>`
  const undercoat = roots.filter((_, i) => i % 2 === 0).map(spot)
  const coat = roots.map((root) =>
    hair(root, flow(root) + between(-0.28, 0.28), length * between(0.6, 1.25), colour(root)),
  )
  return [...undercoat, ...coat].join('')
}

function hair({ x, y }: Point, angle: number, length: number, colour: Rgb): string {
  const bend = between(-0.22, 0.22)
  const end = (share: number, turn: number): string =>
    `${(x + Math.cos(angle + turn) * length * share).toFixed(1)} ${(y + Math.sin(angle + turn) * length * share).toFixed(1)}`
  const width = between(1.6, 3.4)
  const [nx, ny] = [-Math.sin(angle) * width, Math.cos(angle) * width]
  const light = between(0.84, 1.12) * (1.06 - 0.16 * ((x - 200) / 600))
  return `<path d="M${(x - nx).toFixed(1)} ${(y - ny).toFixed(1)}Q${end(0.55, bend)} ${end(1, bend * 1.6)}Q${end(0.5, bend)} ${(x + nx).toFixed(1)} ${(y + ny).toFixed(1)}Z" fill="${css(colour, light)}"/>`
}

function eye(x: number, tilt: number): string {
  return `<g transform="translate(${x} 425) rotate(${tilt})">
    <path d="M-54 4Q-22 -42 14 -36Q44 -28 52 8Q24 36 -10 32Q-38 26 -54 4Z" fill="#3a2113"/>
    <path d="M-46 4Q-18 -34 12 -30Q36 -24 44 7Q20 29 -10 26Q-32 22 -46 4Z" fill="url(#iris)"/>
    <ellipse cx="2" cy="-1" rx="15" ry="27" fill="#120c08" transform="rotate(${-tilt})"/>
    <ellipse cx="-12" cy="-14" rx="8" ry="7" fill="#fff" opacity=".95"/>
    <ellipse cx="13" cy="13" rx="4" ry="3.5" fill="#fff" opacity=".6"/>
  </g>`
}

const face = `
  ${eye(405, 8)}<g transform="translate(1000 0) scale(-1 1)">${eye(405, 8)}</g>
  <path d="M466 496Q500 482 534 496Q530 520 500 533Q470 520 466 496Z" fill="#d9837c"/>
  <path d="M478 498Q500 490 522 498Q512 503 500 503Q488 503 478 498Z" fill="#eeb0a8"/>
  <path d="M500 533V556M500 556Q478 584 444 571M500 556Q522 584 556 571" fill="none" stroke="#7c4634" stroke-width="5" stroke-linecap="round"/>`

const whiskers = Array.from({ length: 10 }, (_, i) => {
  const side = i % 2 ? 1 : -1
  const row = Math.floor(i / 2)
  const from = { x: 500 + side * 62, y: 536 + row * 9 }
  const to = { x: 500 + side * between(176, 200), y: 506 + row * 26 }
  return `<path d="M${from.x} ${from.y}Q${(from.x + to.x) / 2} ${to.y - 14} ${to.x} ${to.y}" fill="none" stroke="#fffaf0" stroke-width="2.4" stroke-linecap="round" opacity=".9"/>`
}).join('')

/** Out of focus, as behind a long lens. */
function garden(): string {
  const spots = Array.from({ length: 70 }, () => {
    const green: Rgb = mix([86, 128, 70], [178, 204, 120], random())
    const colour = random() < 0.18 ? mix([236, 188, 96], [214, 120, 142], random()) : green
    return `<circle cx="${between(-40, 1040).toFixed(0)}" cy="${between(-40, 720).toFixed(0)}" r="${between(24, 90).toFixed(0)}" fill="${css(colour)}" opacity="${between(0.25, 0.7).toFixed(2)}"/>`
  }).join('')
  return `<rect width="1000" height="1000" fill="url(#depth)"/><g filter="url(#blur)">${spots}
    <rect x="-60" y="800" width="1120" height="260" fill="#8b7a63"/><rect x="-60" y="792" width="1120" height="26" fill="#a8967b"/></g>`
}

export const catSvg =
  (): string => `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 1000 1000">
  <defs>
    <linearGradient id="depth" x2="0" y2="1"><stop offset="0" stop-color="#b9d0a0"/><stop offset=".75" stop-color="#5f8454"/><stop offset="1" stop-color="#7d6d58"/></linearGradient>
    <radialGradient id="iris" cx=".5" cy=".6" r=".6"><stop offset="0" stop-color="#d9e08a"/><stop offset=".7" stop-color="#8fae4c"/><stop offset="1" stop-color="#55702c"/></radialGradient>
    <filter id="blur" x="-10%" y="-10%" width="120%" height="120%"><feGaussianBlur stdDeviation="16"/></filter>
  </defs>
  ${garden()}${coats.map(drawn).join('')}${face}${whiskers}
</svg>`
