/**
 * Bare skin and hair as a drawing needs them: clean shapes, one or the other, decided by colour and by place. The scene's
 * planes go by colour alone, and much hair has the colour of skin.
 */
import { MESH } from '../../detect/faces/mesh.js'
import { changed, kernels } from '../../kernels/room.js'
import { enlargeBilinear } from '../../raster/bilinear.js'
import { blur } from '../../raster/blur.js'
import { componentsOf } from '../../raster/components.js'
import type { Box, Size } from '../../raster/picture.js'
import type { Point } from '../../raster/point.js'
import { lumaOf, smoothstep } from '../pixels/canvas.js'
import { halve } from '../pixels/flow.js'
import { copyPart } from '../pixels/patch.js'
import { fillPolygon, scalePolygon } from '../pixels/polygon.js'
import type { Scene, SceneFace } from '../scene.js'
import { FOREHEAD, NOSE, pointsOf } from './face-parts.js'
import { faceHeightOf } from './face-regions.js'
import { type Likeness, likenessOf } from './skin-likeness.js'
import { skinToneOf } from './skin-tone.js'

export interface HeadParts {
  /** 0..1; eyes, brows and mouth count as skin. */
  readonly skin: Float32Array
  /** 0..1; hats and scarves count as hair. */
  readonly hair: Float32Array
}

const kept = new WeakMap<Scene, HeadParts>()

/** Several steps need them: found once per scene. */
export function headPartsOf(scene: Scene): HeadParts {
  const parts = kept.get(scene) ?? findParts(scene)
  kept.set(scene, parts)
  return parts
}

/** Softness of the shapes, in heights of the face: smaller islands vanish. */
const ISLAND = 0.014

/** Every other pixel of every other row is asked: the shapes are soft before they get their edge. */
function findParts(scene: Scene): HeadParts {
  const { width, subject } = scene
  const half = { width: (width + 1) >> 1, height: (scene.height + 1) >> 1 }
  const skin = new Float32Array(half.width * half.height)
  for (let y = 0, i = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++, i++) skin[i] = smoothstep(0.4, 0.6, scene.skin[2 * (y * width + x)]!)
  }
  const hair = new Float32Array(skin.length)
  const likenesses = scene.faces.map((face) => likenessOf(scene, face))
  for (const [k, face] of scene.faces.entries()) decideHead(skin, hair, half, scene, face, likenesses[k]!)
  const sigma = (ISLAND * scene.faceHeight) / 2
  const [softSkin, softHair] = [skin, hair].map((plane) => blur(plane, half.width, half.height, sigma)) as [
    Float32Array,
    Float32Array,
  ]
  takeLocks(softHair, softSkin, half, scene)
  if (likenesses[0]) fillIslands(softSkin, softHair, half, scene, likenesses[0])
  const [clean, strands] = [enlargeBilinear(softSkin, half, scene), enlargeBilinear(softHair, half, scene)]
  kernels.edgeParts(changed(clean), changed(strands), subject, clean.length)
  return { skin: clean, hair: strands }
}

/** The shape in a soft plane. */
const edged = (soft: number): number => smoothstep(0.42, 0.58, soft)

/** Smaller pieces of hair on a face, in squares of its height, are locks that hang in the air, or moles. */
const LOCK = 0.03
/** A piece that hangs on the rest by a thread of this width, in heights of the face, hangs in the air. */
const THREAD = 0.03
/** This share of it lies on the face: curls around a head are hair. */
const ON_FACE = 0.7

/** A drawn face has no spots: pieces of hair on it become skin. */
function takeLocks(hair: Float32Array, skin: Float32Array, half: Size, { faces, faceHeight }: Scene): void {
  const face = new Float32Array(hair.length)
  for (const one of faces) fillPolygon(face, half.width, half.height, halfOf(pointsOf(one, MESH.oval)))
  const shape = hair.map(edged)
  const thick = blur(shape, half.width, half.height, (THREAD * faceHeight) / 2)
  const matte = new Uint8Array(hair.length)
  for (let i = 0; i < matte.length; i++) matte[i] = thick[i]! > 0.8 ? 255 : shape[i]! > 0.05 ? 1 : 0
  const { count, labels } = componentsOf(matte, half.width)
  const [areas, onFace] = [new Int32Array(count + 1), new Int32Array(count + 1)]
  for (let i = 0; i < labels.length; i++) {
    areas[labels[i]!]!++
    if (face[i]! > 0) onFace[labels[i]!]!++
  }
  const smallest = LOCK * (faceHeight / 2) ** 2
  for (let i = 0; i < labels.length; i++) {
    const piece = labels[i]!
    // What is thin all over has no number.
    const isLock = piece === 0 ? face[i]! > 0 : areas[piece]! < smallest && onFace[piece]! > ON_FACE * areas[piece]!
    if (!isLock || shape[i]! === 0) continue
    skin[i] = 1
    hair[i] = 0
  }
}

/** Larger islands, in squares of the face's height, are no shadows on skin. */
const SHADOW_AREA = 0.12
/** How much of its rim must be skin, and how much of it have the skin's hue. */
const SHADOW_RIM = 0.8
const SHADOW_HUE = 0.5

/** Warm shadows on a shoulder have a colour of their own, but skin all around them: they are skin. */
function fillIslands(
  skin: Float32Array,
  hair: Float32Array,
  half: Size,
  scene: Scene,
  { shaded }: Pick<Likeness, 'shaded'>,
): void {
  const { photo, subject, width, faceHeight } = scene
  const matte = new Uint8Array(skin.length)
  for (let y = 0, i = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++, i++)
      matte[i] = subject[2 * (y * width + x)]! > 0.5 && skin[i]! < 0.5 && hair[i]! < 0.5 ? 255 : 0
  }
  const { count, labels } = componentsOf(matte, half.width)
  const islands = Array.from({ length: count + 1 }, () => ({ area: 0, hue: 0, rim: 0, skin: 0 }))
  const { width: columns, height: rows } = half
  for (let y = 0, i = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++, i++) {
      if (labels[i] === 0) continue
      const island = islands[labels[i]!]!
      const at = 6 * (y * width + x)
      island.area += 1
      island.hue += shaded(photo[at]!, photo[at + 1]!, photo[at + 2]!)
      const around = [x > 0 ? i - 1 : -1, x < columns - 1 ? i + 1 : -1, i - columns, i + columns]
      for (const beside of around) {
        if (labels[beside] === labels[i]) continue
        island.rim += 1
        if (beside >= 0 && beside < skin.length && skin[beside]! >= 0.5) island.skin += 1
      }
    }
  }
  const largest = SHADOW_AREA * (faceHeight / 2) ** 2
  const isShadow = islands.map(
    ({ area, hue, rim, skin: bordered }) =>
      area > 0 && area < largest && bordered > SHADOW_RIM * rim && hue > SHADOW_HUE * area,
  )
  for (let i = 0; i < labels.length; i++) if (isShadow[labels[i]!]) skin[i] = 1
}

/** The same outline on planes of half the size. */
const halfOf = (points: readonly Point[]): Point[] => points.map(({ x, y }) => ({ x: x / 2, y: y / 2 }))

/** How far the head reaches beyond the face, in heights of the face: to the sides, up, and down for long hair. */
const REACH = { side: 0.75, up: 1, down: 1.1 }
/** A high forehead ends this far above the mesh. */
const HIGH_FOREHEAD = 0.22
/** Ears reach this far beyond the face. */
const EARS = 0.17

function decideHead(
  skin: Float32Array,
  hair: Float32Array,
  half: Size,
  scene: Scene,
  face: SceneFace,
  likeness: Likeness,
): void {
  const { width, photo, subject, features } = scene
  const { mesh } = face
  const size = faceHeightOf(face)
  const [top, chin, nose] = [mesh[FOREHEAD]!, mesh[MESH.chin]!, mesh[NOSE.base]!]
  const axis = { x: (chin.x - top.x) / size, y: (chin.y - top.y) / size }
  const middle = mesh[NOSE.root]!
  const oval = pointsOf(face, MESH.oval)
  const [inside, core] = [new Float32Array(skin.length), new Float32Array(skin.length)]
  fillPolygon(inside, half.width, half.height, halfOf(scalePolygon(oval, 0.985, 0.03)))
  fillPolygon(core, half.width, half.height, halfOf(scalePolygon(oval, 0.72, -0.16)))
  const cheek = Math.max(...oval.map(({ x, y }) => Math.abs((x - middle.x) * axis.y - (y - middle.y) * axis.x)))
  const long = likeness.bald ? 0 : lengthOfHair(scene, face, likeness.toSkin)
  const like = (at: number, bias: number): number => likeness.toSkin(photo[at]!, photo[at + 1]!, photo[at + 2]!, bias)
  const shaded = (at: number): number => likeness.shaded(photo[at]!, photo[at + 1]!, photo[at + 2]!)
  // Under dark hair, whatever is lit and has the skin's hue is skin.
  const flesh = (at: number): number =>
    shaded(at) * smoothstep(0.5, 0.62, lumaOf(photo[at]!, photo[at + 1]!, photo[at + 2]!) / Math.max(1, lit))
  // On a forehead, what is brighter than skin is its shine.
  const lit = lumaOf(...skinToneOf(face, scene))
  const shine = (at: number): number =>
    smoothstep(1.08, 1.16, lumaOf(photo[at]!, photo[at + 1]!, photo[at + 2]!) / Math.max(1, lit))
  const fringe = (at: number, x: number, y: number): number => {
    const bare = like(at, 0)
    const seen = bare > 0 ? bare * (1 - strands(x >> 1, y >> 1)) : 0
    return likeness.dark ? Math.max(seen, shine(at), flesh(at)) : seen
  }
  const topAt = (top.x - middle.x) * axis.x + (top.y - middle.y) * axis.y
  const noseAt = (nose.x - middle.x) * axis.x + (nose.y - middle.y) * axis.y
  const chinAt = (chin.x - middle.x) * axis.x + (chin.y - middle.y) * axis.y
  const from = Math.max(0, Math.floor((top.y - REACH.up * size) / 2))
  const to = Math.min(half.height, Math.ceil((chin.y + REACH.down * size) / 2))
  const left = Math.max(0, Math.floor((middle.x - cheek - REACH.side * size) / 2))
  const right = Math.min(half.width, Math.ceil((middle.x + cheek + REACH.side * size) / 2))
  if (right <= left || to <= from) return
  const strands = strandsAt(scene, face, { left, top: from, width: right - left, height: to - from })
  for (let y = 2 * from; y < 2 * to; y += 2) {
    for (let x = 2 * left, i = (y / 2) * half.width + left; x < 2 * right; x += 2, i++) {
      const pixel = y * width + x
      if (subject[pixel]! < 0.1) continue
      const down = (x - middle.x) * axis.x + (y - middle.y) * axis.y
      const across = Math.abs((x - middle.x) * axis.y - (y - middle.y) * axis.x)
      const at = pixel * 3
      if (inside[i]! > 0) {
        // Below the brows a face is skin; above them hair may hang in.
        const surely = Math.max(core[i]!, smoothstep(-0.13 * size, -0.07 * size, down))
        skin[i] = surely < 1 ? Math.max(surely, smoothstep(0.3, 0.6, features[pixel]!), fringe(at, x, y)) : 1
        hair[i] = 1 - skin[i]!
      } else if (down < noseAt) {
        // The farther up or beyond the ears, the surer it is hair.
        const ears = down > -0.1 * size ? EARS / 2 : -0.02
        const beyond = Math.max((topAt - down) / size, (across - cheek) / size - ears, 0)
        const bias = likeness.bald ? 0 : (down > -0.1 * size ? 0 : 0.05) + 0.4 * beyond
        const isForehead = across < 0.95 * cheek && topAt - down < HIGH_FOREHEAD * size
        const isEar = long === 0 && ears > 0 && across < cheek + EARS * size
        const surely =
          isEar || likeness.scalp ? shaded(at) : likeness.dark && (isForehead || likeness.bald) ? flesh(at) : 0
        const bare = Math.max(like(at, bias), surely)
        skin[i] = bare > 0 ? bare * (1 - strands(x >> 1, y >> 1)) : 0
        hair[i] = 1 - skin[i]!
      } else if (across < 0.8 * cheek && down < chinAt + 0.3 * size) {
        // The neck, in the shade of the chin.
        skin[i] = Math.max(skin[i]!, shaded(at))
      } else if (long > 0) {
        const away = smoothstep(chinAt + 0.25 * size, chinAt + 0.9 * size, down)
        skin[i] = Math.min(skin[i]!, Math.max(like(at, 0), likeness.dark ? flesh(at) : 0))
        hair[i] = (1 - skin[i]!) * long * (1 - away) * scene.hair[pixel]!
      } else if (across < 1.05 * cheek && down < chinAt) skin[i] = Math.max(skin[i]!, shaded(at))
    }
  }
}

/** Rougher than the cheeks by these factors: the lower may still be skin, the upper has strands. */
const STRANDS = [1.9, 3.2] as const
/** Scales at which strands show, in heights of the face. */
const FINE = 0.008
const AROUND = 0.022
/** Blurred photos have no roughness to compare with. */
const MIN_ROUGHNESS = 0.004

/**
 * 1 where the picture is as rough as hair: much blond and grey hair has the colour of skin, but none is as smooth. Asked
 * for pixels of planes of half the size, within the head.
 */
function strandsAt(scene: Scene, face: SceneFace, head: Box): (x: number, y: number) => number {
  const size = faceHeightOf(face)
  const [left, top] = [2 * head.left, 2 * head.top]
  const [width, height] = [Math.min(scene.width - left, 2 * head.width), Math.min(scene.height - top, 2 * head.height)]
  const luma = copyPart(scene.luma, scene, { left, top, width, height }, 1)
  const rough = blur(luma, width, height, FINE * size)
  for (let i = 0; i < rough.length; i++) rough[i] = Math.abs(luma[i]! - rough[i]!)
  const around = blur(halve(rough, width, height), head.width, head.height, (AROUND * size) / 2)
  const within = (at: number, length: number): number => Math.min(length - 1, Math.max(0, Math.round((at - 0.5) / 2)))
  const cheeks = MESH.cheeks.map((index) => {
    const { x, y } = face.mesh[index]!
    return around[within(y - top, head.height) * head.width + within(x - left, head.width)]!
  })
  const smooth = Math.max(MIN_ROUGHNESS, cheeks.toSorted((a, b) => a - b)[1]!)
  return (x, y) => smoothstep(...STRANDS, around[(y - head.top) * head.width + x - head.left]! / smooth)
}

/** Of a strip beside the cheeks, in heights of the face, this share is covered by hair that is long. */
const STRIP = 0.2
const LONG = [0.25, 0.5] as const

/** 0 short, 1 long: by the side that has more of it. */
function lengthOfHair(scene: Scene, face: SceneFace, toSkin: Likeness['toSkin']): number {
  const { width, height, subject, photo } = scene
  const { mesh } = face
  const size = faceHeightOf(face)
  const shareOf = (left: number): number => {
    let [sum, count] = [0, 1e-6]
    for (let y = Math.max(0, Math.floor(mesh[NOSE.base]!.y)); y < Math.min(height, mesh[MESH.chin]!.y); y++) {
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, left + STRIP * size); x++, count++) {
        const at = (y * width + x) * 3
        sum += subject[y * width + x]! * (1 - toSkin(photo[at]!, photo[at + 1]!, photo[at + 2]!))
      }
    }
    return sum / count
  }
  const right = shareOf(mesh[MESH.rightCheek]!.x - STRIP * size)
  return smoothstep(...LONG, Math.max(right, shareOf(mesh[MESH.leftCheek]!.x)))
}
