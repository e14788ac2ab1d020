/** The icons, drawn as outlines in the colour of the text. */
const paths = {
  overview: 'M3 11.5 10 5l7 6.5M5 10v6.5h10V10',
  playground: 'M10 3.5 11.6 8.4 16.5 10l-4.9 1.6L10 16.5l-1.6-4.9L3.5 10l4.9-1.6z',
  keys: 'M12.5 3.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM9.6 10.4 3.5 16.5M5.5 14.5l2 2',
  jobs: 'M3.5 7h9.5v9.5H3.5zM6.5 7V3.5h10V13H13',
  webhooks: 'M10 3.5a5 5 0 0 0-5 5v3L3.5 14h13L15 11.5v-3a5 5 0 0 0-5-5zM8.5 16.5h3',
  usage: 'M4 16.5V11M8 16.5v-9M12 16.5V9.5M16 16.5V4',
  requests: 'M4 5.5h1M8 5.5h8M4 10h1M8 10h8M4 14.5h1M8 14.5h8',
  results: 'M3.5 4.5h13v11h-13zM3.5 13l3.5-3.5 3 3 2.5-2.5 4 4M12.8 7.6h.01',
  settings: 'M4 6h7M15 6h1M4 14h1M9 14h7M13 4.2v3.6M7 12.2v3.6',
  operator: 'M10 3 4 5.5v4c0 3.6 2.5 6.2 6 7.5 3.5-1.3 6-3.9 6-7.5v-4z',
  guide: 'M10 5.5C8.5 4.3 6.5 4 3.5 4v11.5c3 0 5 .3 6.5 1.5 1.5-1.2 3.5-1.5 6.5-1.5V4c-3 0-5 .3-6.5 1.5zM10 5.5V17',
  reference: 'm7 6-4 4 4 4M13 6l4 4-4 4',
  signOut: 'M8 3.5H4v13h4M12.5 6.5 16 10l-3.5 3.5M16 10H8',
  menu: 'M3.5 6h13M3.5 10h13M3.5 14h13',
  close: 'm5 5 10 10M15 5 5 15',
  copy: 'M7.5 7.5h9v9h-9zM12.5 7.5v-4h-9v9h4',
  check: 'm4 10.5 4 4 8-9',
  download: 'M10 3.5v9M6 9l4 4 4-4M4 16.5h12',
  rename: 'm12.5 4.5 3 3L7 16H4v-3zM10.5 6.5l3 3',
  trash: 'M4 5.5h12M8 5.5v-2h4v2M5.5 5.5l.7 11h7.6l.7-11',
  open: 'M11.5 3.5h5v5M16.5 3.5 9 11M14 11.5v5H3.5V6H8.5',
  image: 'M3.5 4.5h13v11h-13zM3.5 13l3.5-3.5 3 3 2.5-2.5 4 4',
  camera: 'M3.5 6.5h3l1.2-2h4.6l1.2 2h3v9h-13zM10 8.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z',
  search: 'M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM13 13l3.5 3.5',
  warning: 'M10 3.5 17.5 16.5h-15zM10 8.5v3.5M10 14.4h.01',
  eye: 'M2.5 10C4.5 6.5 7 5 10 5s5.5 1.5 7.5 5c-2 3.5-4.5 5-7.5 5s-5.5-1.5-7.5-5zM10 7.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z',
  eyeOff:
    'M4.5 7.2A12 12 0 0 0 2.5 10c2 3.5 4.5 5 7.5 5 1 0 2-.2 2.9-.5M8 5.3A7.6 7.6 0 0 1 10 5c3 0 5.5 1.5 7.5 5a12 12 0 0 1-1.8 2.5M3.5 3.5l13 13',
  undo: 'M7 4 3.5 7.5 7 11M3.5 7.5H12a4.5 4.5 0 0 1 0 9H8',
  redo: 'M13 4l3.5 3.5L13 11M16.5 7.5H8a4.5 4.5 0 0 0 0 9h4',
  retry: 'M15.5 10a5.5 5.5 0 1 1-1.6-3.9L16 8M16 3.5V8h-4.5',
  plus: 'M10 4v12M4 10h12',
  clock: 'M10 3.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM10 6.5V10l2.5 2',
  user: 'M10 3.5a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4zM3.8 16.5c.6-3 3-4.6 6.2-4.6s5.6 1.6 6.2 4.6',
  palette:
    'M10 3.5a6.5 6.5 0 0 0 0 13c1.2 0 1.6-.8 1.3-1.7-.4-1.2.3-2.1 1.6-2.1h1.6c1.2 0 2-.9 2-2.3 0-3.8-2.9-6.9-6.5-6.9zM6.8 9.5h.01M9 6.8h.01M12.2 7h.01',
} as const

export type IconName = keyof typeof paths

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 20 20"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
