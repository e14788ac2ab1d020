/** Remembers where the focus was and returns it there, or to the nearest control if that one is gone. */
const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), [tabindex]'

let lastClicked: Element | null = null
if (typeof document !== 'undefined') {
  // Not every browser focuses a button that is clicked.
  document.addEventListener('click', ({ target }) => {
    lastClicked = target instanceof Element ? target.closest(CONTROLS) : null
  })
}

/** Call it before the focus moves; the returned function restores it once the page has been drawn. */
export function rememberFocus(): () => void {
  const { activeElement } = document
  const before = activeElement && activeElement !== document.body ? activeElement : lastClicked
  const controls = [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (each) => !each.closest('dialog, .foot'),
  )
  const place = controls.indexOf(before as HTMLElement)
  return () =>
    queueMicrotask(() => {
      if (place < 0 || hasFocus()) return
      // Following controls first: when an entry of a list is deleted, the next one takes its place.
      const [following, preceding] = [controls.slice(place), controls.slice(0, place).reverse()]
      for (const control of [...following, ...preceding]) {
        if (!control.isConnected || control.matches(':disabled')) continue
        control.focus()
        if (document.activeElement === control) return
      }
    })
}

const hasFocus = (): boolean => document.activeElement !== null && document.activeElement !== document.body
