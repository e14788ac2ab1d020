/** Where the focus was, and how it gets back there: to the same control or, where that has gone, to its nearest neighbour. */
const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), [tabindex]'

let lastClicked: Element | null = null
if (typeof document !== 'undefined') {
  // Not every browser gives the focus to a button that is clicked.
  document.addEventListener('click', ({ target }) => {
    lastClicked = target instanceof Element ? target.closest(CONTROLS) : null
  })
}

/** To be called before the focus moves; the function it returns gives it back, once the page has been drawn. */
export function rememberFocus(): () => void {
  const { activeElement } = document
  const before = activeElement && activeElement !== document.body ? activeElement : lastClicked
  const controls = [...document.querySelectorAll<HTMLElement>(CONTROLS)].filter((each) => !each.closest('dialog'))
  const place = controls.indexOf(before as HTMLElement)
  return () =>
    queueMicrotask(() => {
      if (place < 0 || hasFocus()) return
      // What follows comes first: after the first entry of a list is gone, the next one is in its place.
      const [following, preceding] = [controls.slice(place), controls.slice(0, place).reverse()]
      for (const control of [...following, ...preceding]) {
        if (!control.isConnected || control.matches(':disabled')) continue
        control.focus()
        if (document.activeElement === control) return
      }
    })
}

const hasFocus = (): boolean => document.activeElement !== null && document.activeElement !== document.body
