/** A body with pictures: room for it among the uploads, its fields and files, and an end to both. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createRequestFiles, type RequestFiles } from '../service/images/request-files.js'
import type { Upload } from '../service/images/uploads.js'
import { declaredLength } from './body/incoming.js'
import { bodyLimitFor, bodyTooLarge, type FieldLimits } from './body/limits.js'
import { type Form, readForm } from './form.js'
import type { HttpParts } from './parts.js'

export type UploadParts = Pick<HttpParts, 'config' | 'workspace' | 'uploads' | 'incidents'>

interface FormRules {
  /** Whose share of the uploads it takes. */
  readonly account: string
  readonly fileFields: readonly string[]
  /** Files that come as text. */
  readonly base64Fields?: readonly string[]
  /** Of each file, where less is allowed than for a photo. */
  readonly maxFileBytes?: number
  /** Whether the bytes of its files are needed for a fingerprint. */
  readonly hashed?: boolean
  /** Fields that may have several values. */
  readonly listFields?: readonly string[]
  /** Where fields may be larger or more than usual. */
  readonly limits?: FieldLimits
}

/** The files last until `use` is done; so does the place among the uploads, unless `use` gives it back. */
export async function withForm<T>(
  { config, workspace, uploads, incidents }: UploadParts,
  [request, reply]: readonly [FastifyRequest, FastifyReply],
  {
    account,
    fileFields,
    base64Fields = [],
    maxFileBytes = config.limits.uploadBytes,
    hashed = false,
    ...more
  }: FormRules,
  use: (form: Form, held: { readonly files: RequestFiles; readonly upload: Upload }) => Promise<T>,
): Promise<T> {
  const maxBodyBytes = bodyLimitFor(maxFileBytes)
  const length = declaredLength(request) ?? maxBodyBytes
  if (length > maxBodyBytes) throw bodyTooLarge(maxBodyBytes)
  const files = createRequestFiles(workspace, incidents.note('a request could not tidy up yet'))
  const upload = uploads.take(account, length)
  try {
    const rules = {
      newPath: files.newPath,
      maxFileBytes,
      maxBodyBytes,
      fileFields,
      base64Fields,
      hashed,
      upload,
      ...more,
    }
    return await use(await readForm(request, reply, rules), { files, upload })
  } finally {
    upload.release()
    await files.removeAll()
  }
}
