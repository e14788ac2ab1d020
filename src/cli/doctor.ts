/** Is everything in order for a server with these settings? */
import { answer, type Command, jsonOption, print } from './command.js'

export const doctorCommand: Command = {
  name: 'doctor',
  group: 'Server',
  summary: 'Check machine, data folder, networks, stores and mail; exit status 0 or 1',
  about: 'Nothing is changed, except that stores are written to and read once. Each finding says what to do.',
  options: jsonOption,
  examples: ['doctor', 'doctor --json'],
  run: async (values, config) => {
    const { examine } = await import('./work/doctor/examine.js')
    const findings = await examine(config)
    answer(values, findings, () => {
      for (const { what, state, found, remedy } of findings) {
        print(`${state.padEnd(7)}  ${what}: ${found}`)
        if (remedy) print(`         ${remedy}`)
      }
    })
    if (findings.some(({ state }) => state === 'problem')) process.exitCode = 1
  },
}
