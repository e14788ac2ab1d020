/** Calls the public API with the playground's own key, and fetches the result. */
import { common } from '#texts/common'
import { RequestFailed } from '../../../api/problem.js'
import { callImageApi, type ImageAnswer, type ImageCall } from '../../../api/v1.js'
import { forgetPlaygroundKey, playgroundKey } from '../../../state/playground-key.js'
import { rememberFormat } from '../id-photo/visitor-formats.js'

/** The key may have ended, with an earlier session or because another tab replaced it: retry once with a new one. */
export async function callWithKey(call: Omit<ImageCall, 'key'>): Promise<ImageAnswer> {
  if (call.fields.spec !== undefined) rememberFormat(call.fields.spec)
  const key = await playgroundKey()
  try {
    return await callImageApi({ ...call, key })
  } catch (error) {
    if (!(error instanceof RequestFailed) || error.problem.status !== 401) throw error
    await forgetPlaygroundKey(key)
    return callImageApi({ ...call, key: await playgroundKey() })
  }
}

export async function fetchResult(url: string, signal: AbortSignal): Promise<Blob> {
  const reply = await fetch(url, { signal })
  if (!reply.ok) {
    const { status } = reply
    throw new RequestFailed({ status, code: 'unexpected_answer', message: common.unexpected(status) })
  }
  return reply.blob()
}
