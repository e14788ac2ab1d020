/**
 * Fields and pictures → the body of a request, as a Blob: its size is known, it can be sent again, and pictures on disk
 * are read only while they are sent. A FormData has neither size nor stream in all places.
 */

export type Picture = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>
export type FieldValue = string | number | boolean | Picture | undefined

const CRLF = '\r\n'

/** Its type names the boundary. */
export function multipart(fields: Readonly<Record<string, FieldValue>>): Blob {
  const boundary = `silhouette-${crypto.randomUUID()}`
  const parts: (string | Picture)[] = []
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    parts.push(`--${boundary}${CRLF}`, ...partOf(name, value), CRLF)
  }
  return new Blob([...parts, `--${boundary}--${CRLF}`], { type: `multipart/form-data; boundary=${boundary}` })
}

/** The server tells pictures apart by their bytes, so neither name nor type of a file matters. */
function partOf(name: string, value: NonNullable<FieldValue>): (string | Picture)[] {
  const head = `Content-Disposition: form-data; name="${name}"`
  return typeof value === 'object'
    ? [`${head}; filename="${name}"${CRLF}Content-Type: application/octet-stream${CRLF}${CRLF}`, value]
    : [`${head}${CRLF}${CRLF}${value}`]
}
