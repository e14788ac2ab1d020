/** What to do when weights could not be fetched, by what went wrong. */
const advice: readonly [RegExp, string][] = [
  [/integrity|\(sha256\)|holds no file/i, 'What is offered under this name is not what it was; use another mirror'],
  [/\bENPM\b/, 'Install npm (it comes with Node.js) or put it into the PATH of this process'],
  [/\b(E401|E403|ENEEDAUTH)\b/, 'The npm registry refuses your credentials; check the token in your .npmrc'],
  [/\b(E404|ETARGET)\b/, 'Check that the npm registry you use carries this package (npm config get registry)'],
  [/\bENOTCACHED\b/, 'npm is set to work offline (npm config get offline); allow it to go online'],
  [/\b(ENOSPC|EDQUOT)\b/, 'The disk is full; make room'],
  [/\b(EACCES|EPERM|EROFS)\b/, 'Check who owns the folder and who may write to it'],
]

export function adviceFor(source: string, problem: string): string {
  const known = advice.find(([pattern]) => pattern.test(problem))?.[1]
  if (known) return known
  return source.startsWith('npm:')
    ? 'Check that the npm registry is reachable, also through your proxy if you have one (npm ping)'
    : 'Check that it can be read from here'
}
