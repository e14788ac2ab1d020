/**
 * Bytes or JSON? JSON only for clients that ask for it and for nothing else that could be a picture: axios sends
 * a JSON type, plain text and "anything" by default and expects bytes.
 */
export function wantsJson(accept: string | undefined): boolean {
  if (!accept) return false
  const types = accept
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim()))
    .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
    .map(([type]) => type ?? '')
  return types.includes('application/json') && !types.some((type) => type === '*/*' || type.startsWith('image/'))
}
