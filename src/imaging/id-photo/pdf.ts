/**
 * A PDF of pages with JPEGs and thin lines, and nothing else: a library that can do this can do a hundred times more. Sizes
 * are in points (1/72 inch) from the lower left corner.
 */
export interface PdfImage {
  readonly jpeg: Buffer
  readonly width: number
  readonly height: number
}

export interface PdfDocument {
  readonly width: number
  readonly height: number
  /** RGB; pages draw the first as `/Im0`, and so on. Each is in the file once. */
  readonly images: readonly PdfImage[]
  /** Drawing operators, by page. */
  readonly pages: readonly string[]
}

/** Fixed objects: the catalogue, the list of pages, what all pages can draw. */
const [CATALOG, PAGES, RESOURCES] = [1, 2, 3]

export function writePdf({ width, height, images, pages }: PdfDocument): Buffer {
  const imageAt = (i: number): number => RESOURCES + 1 + i
  const pageAt = (i: number): number => RESOURCES + 1 + images.length + 2 * i
  const names = images.map((_, i) => `/Im${i} ${imageAt(i)} 0 R`)
  const kids = pages.map((_, i) => `${pageAt(i)} 0 R`)
  return assemble([
    // Viewers print at 100 % unless told otherwise: a photo that is scaled to the page has the wrong size.
    dictionary(`/Type /Catalog /Pages ${PAGES} 0 R /ViewerPreferences << /PrintScaling /None >>`),
    dictionary(
      `/Type /Pages /Count ${pages.length} /Kids [${kids.join(' ')}] /MediaBox [0 0 ${pt(width)} ${pt(height)}]`,
    ),
    dictionary(`/XObject << ${names.join(' ')} >>`),
    ...images.map(({ jpeg, ...size }) =>
      stream(
        jpeg,
        `/Type /XObject /Subtype /Image /Width ${size.width} /Height ${size.height} ` +
          '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
      ),
    ),
    ...pages.flatMap((content, i) => [
      dictionary(`/Type /Page /Parent ${PAGES} 0 R /Resources ${RESOURCES} 0 R /Contents ${pageAt(i) + 1} 0 R`),
      stream(Buffer.from(content, 'latin1')),
    ]),
  ])
}

/** A number as PDFs have it: no exponents. */
export const pt = (value: number): string => String(Number(value.toFixed(4)))

const dictionary = (entries: string): Buffer => Buffer.from(`<< ${entries} >>`, 'latin1')

const stream = (bytes: Buffer, entries = ''): Buffer =>
  Buffer.concat([dictionary(`${entries} /Length ${bytes.length}`), text('\nstream\n'), bytes, text('\nendstream')])

const text = (latin1: string): Buffer => Buffer.from(latin1, 'latin1')

/** Header, objects, and the table that says at which byte each begins. The bytes above 127 mark the file as binary. */
function assemble(objects: readonly Buffer[]): Buffer {
  const parts = [text('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')]
  let at = parts[0]!.length
  const starts = objects.map((body, i) => {
    const start = at
    const object = Buffer.concat([text(`${i + 1} 0 obj\n`), body, text('\nendobj\n')])
    parts.push(object)
    at += object.length
    return start
  })
  const entries = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`)
  const count = objects.length + 1
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${entries.join('')}`
  const trailer = `trailer\n<< /Size ${count} /Root ${CATALOG} 0 R >>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...parts, text(table + trailer)])
}
