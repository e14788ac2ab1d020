/** Our own drawn portrait: one person in front of a landscape, cut out, as an ID photo and in a style. */

export const DRAWING = { width: 640, height: 480 } as const

/** With the landscape, or the person alone. */
export function PortraitDrawing({ scene }: { scene: boolean }) {
  return (
    <svg viewBox="0 0 640 480" role="presentation" aria-hidden="true">
      {scene && <Scene />}
      <Person />
    </svg>
  )
}

function Scene() {
  return (
    <>
      <defs>
        <linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stop-color="#3d5a80" />
          <stop offset="0.55" stop-color="#e9a178" />
          <stop offset="1" stop-color="#f6d6b0" />
        </linearGradient>
      </defs>
      <rect width="640" height="480" fill="url(#dusk)" />
      <circle cx="492" cy="214" r="46" fill="#ffe9c4" />
      <path d="M0 300 90 226l70 54 96-92 116 108 84-66 184 118v132H0z" fill="#7d7f9c" />
      <path d="M0 356c70-40 150-46 236-14 96 36 190 20 404-42v180H0z" fill="#56607f" />
      <path d="M0 412c120-46 236-26 330-6 110 24 200 6 310-30v104H0z" fill="#38455f" />
    </>
  )
}

function Person() {
  return (
    <g>
      <path
        d="M318 62c-74-2-118 52-114 128 2 46-6 92-30 128 40 30 96 38 146 38s108-6 148-38c-26-38-28-84-28-130 2-78-46-124-122-126z"
        fill="#2b2130"
      />
      <path d="M284 300h72v58c0 30-72 30-72 0z" fill="#c98b66" />
      <path d="M284 322c22 18 50 18 72 0v16c-22 20-50 20-72 0z" fill="#a86c4c" />
      <path d="M112 480c4-74 60-106 172-126 22 28 50 28 72 0 112 20 168 52 172 126z" fill="#0f766e" />
      <path
        d="M284 354c-12 2-24 5-34 8 10 34 34 58 70 58s60-24 70-58c-10-3-22-6-34-8-22 28-50 28-72 0z"
        fill="#0b5d57"
      />
      <path d="M320 104c-56 0-84 42-82 104 2 66 38 118 82 118s80-52 82-118c2-62-26-104-82-104z" fill="#e0a57d" />
      <path
        d="M232 214c-6-84 34-124 92-122 56 2 92 44 84 122-8-46-26-72-54-86-34 20-84 18-104 6-10 20-14 48-18 80z"
        fill="#2b2130"
      />
      <g fill="none" stroke="#2b2130" stroke-width="5" stroke-linecap="round">
        <path d="M266 190c10-8 24-8 34-2M340 188c10-6 24-6 34 2" />
        <path d="M268 214c8-8 22-8 30 0M342 214c8-8 22-8 30 0" />
        <path d="M320 222c-2 16-8 28-10 34 4 4 12 5 18 3" stroke="#b87a56" stroke-width="4" />
        <path d="M296 284c14 11 34 11 48 0" stroke="#8f3f3a" />
      </g>
    </g>
  )
}

/** The three operations as small pictures of the same person. */
export function OperationDrawing({ kind }: { kind: 'remove' | 'id-photo' | 'portrait-style' }) {
  return (
    <svg
      viewBox="120 20 400 300"
      role="presentation"
      aria-hidden="true"
      class={kind === 'remove' ? 'checker' : undefined}
    >
      {kind === 'id-photo' && <rect x="120" y="20" width="400" height="300" fill="#438edb" />}
      {kind === 'portrait-style' && <rect x="120" y="20" width="400" height="300" fill="#f3e6c8" />}
      <g transform={kind === 'id-photo' ? 'translate(80 32) scale(0.75)' : 'translate(64 30) scale(0.8)'}>
        {kind === 'portrait-style' ? <Print /> : <Person />}
      </g>
      {kind === 'id-photo' && (
        <g fill="none" stroke="#fff" stroke-width="2" stroke-dasharray="7 6">
          <path d="M120 76H520M120 192H520M120 278H520M320 20V320" />
        </g>
      )}
    </svg>
  )
}

/** Two inks and a halftone. */
function Print() {
  return (
    <g>
      <defs>
        <pattern id="halftone" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(30)">
          <circle cx="6" cy="6" r="3.6" fill="#c2412d" />
        </pattern>
      </defs>
      <path d="M112 480c4-74 60-106 172-126v-54h72v54c112 20 168 52 172 126z" fill="url(#halftone)" />
      <path d="M320 104c-56 0-84 42-82 104 2 66 38 118 82 118s80-52 82-118c2-62-26-104-82-104z" fill="#fbf3df" />
      <path d="M338 108c42 10 66 48 64 100-2 66-38 118-82 118 40-60 50-150 18-218z" fill="url(#halftone)" />
      <path
        d="M318 62c-74-2-118 52-114 128 2 46-6 92-30 128 34 26 78 34 110 36v-40c-26-20-44-58-46-106 4-28 6-44 12-74 20 12 70 14 104-6 28 14 42 38 48 80-2 48-20 86-46 106v40c40-3 80-12 112-36-26-38-28-84-28-130 2-78-46-124-122-126z"
        fill="#1d2a4d"
      />
      <g fill="none" stroke="#1d2a4d" stroke-width="6" stroke-linecap="round">
        <path d="M266 190c10-8 24-8 34-2M340 188c10-6 24-6 34 2M268 214c8-8 22-8 30 0M342 214c8-8 22-8 30 0" />
        <path d="M320 222c-2 16-8 28-10 34 4 4 12 5 18 3M296 284c14 11 34 11 48 0" />
      </g>
    </g>
  )
}
