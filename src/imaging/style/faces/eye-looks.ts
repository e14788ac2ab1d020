/** How each medium draws an eye. Lengths are in widths of the eye unless said otherwise. */

export interface EyeLook {
  readonly open: number
  readonly round: number
  /** Radius of the iris in heights of the opening, and how much taller than wide it is. */
  readonly iris: number
  readonly tall: number
  readonly pupil: number
  /** Thickness of the upper lid's line in widths of the eye; of the lower one; how far the lashes reach out. */
  readonly lash: number
  readonly lower: number
  readonly wing: number
  /** 1 rounds the eyeball by light, 0 leaves it flat with a hard shadow of the lid. */
  readonly ball: number
  /** How bright the catchlights are, and their size in radii of the iris. */
  readonly glint: number
  readonly crease: number
  /** How deep the eye lies: shade around the opening. */
  readonly socket: number
}

export const EYE_LOOKS = {
  anime: {
    open: 0.66,
    round: 0.75,
    iris: 0.51,
    tall: 1.12,
    pupil: 0.46,
    lash: 0.085,
    lower: 0.022,
    wing: 0.13,
    ball: 0,
    glint: 0.3,
    crease: 0.8,
    socket: 0,
  },
  cartoon: {
    open: 0.62,
    round: 0.85,
    iris: 0.42,
    tall: 1.05,
    pupil: 0.58,
    lash: 0.07,
    lower: 0.034,
    wing: 0.06,
    ball: 0,
    glint: 0.26,
    crease: 0.6,
    socket: 0,
  },
  film: {
    open: 0.55,
    round: 0.6,
    iris: 0.53,
    tall: 1,
    pupil: 0.4,
    lash: 0.062,
    lower: 0.01,
    wing: 0.08,
    ball: 1,
    glint: 0.22,
    crease: 0.35,
    socket: 0.42,
  },
  clay: {
    open: 0.6,
    round: 0.8,
    iris: 0.44,
    tall: 1,
    pupil: 0.55,
    lash: 0,
    lower: 0,
    wing: 0,
    ball: 1,
    glint: 0.24,
    crease: 0,
    socket: 0.5,
  },
} as const satisfies Record<string, EyeLook>
