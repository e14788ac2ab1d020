/**
 * Prints one picture on paper of its own size, and nothing else of the page. The page itself is printed: a frame would need
 * an exception from the page's security policy, and Firefox prints frames with its own margins.
 */
import type { PaperSize } from '../../../../../src/catalog/print-sheets.js'

export async function printPicture(url: string, { width_mm, height_mm }: PaperSize): Promise<void> {
  const picture = new Image()
  picture.className = 'printed-sheet'
  picture.alt = ''
  picture.src = url
  await picture.decode()
  const rules = new CSSStyleSheet()
  rules.replaceSync(`
    @page { size: ${width_mm}mm ${height_mm}mm; margin: 0 }
    .printed-sheet { display: none }
    @media print {
      html, body { margin: 0; padding: 0; height: auto; min-height: 0; background: none }
      body > :not(.printed-sheet) { display: none !important }
      .printed-sheet { display: block; position: absolute; top: 0; left: 0; width: ${width_mm}mm; height: ${height_mm}mm }
    }`)
  document.adoptedStyleSheets.push(rules)
  document.body.append(picture)
  const tidy = (): void => {
    picture.remove()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((it) => it !== rules)
  }
  window.addEventListener('afterprint', tidy, { once: true })
  window.print()
}
