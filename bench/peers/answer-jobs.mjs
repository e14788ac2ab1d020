/** The child's side of the comparison: receives photos as messages and replies with their cost. */

export function answerJobs(work) {
  process.on('message', async (job) => {
    try {
      process.send(await work(job, measure))
    } catch (error) {
      process.send({ error: String(error?.message ?? error) })
    }
  })
  process.on('disconnect', () => process.exit())
  process.send('ready')
}

async function measure(part) {
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  await part()
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  return { seconds, cpuSeconds: (user + system) / 1e6 }
}
