/** Accounts from the command line. */
import { systemClock } from '../clock.js'
import { createAccount, requireAccount, setPassword } from '../service/accounts.js'
import {
  type Command,
  optionalText,
  optionalWholeNumber,
  print,
  printTable,
  requiredText,
  textOption,
} from './command.js'
import { readPassword } from './read-password.js'
import { withDatabase } from './with-database.js'

export const accountCommands: readonly Command[] = [
  {
    name: 'account create',
    usage: '--email E [--password P] [--credits N]',
    summary: 'New account; N is its opening balance instead of FREE_CREDITS',
    options: { email: textOption, password: textOption, credits: textOption },
    run: withDatabase(async (db, values, config) => {
      const account = await createAccount(db.accounts, systemClock, {
        email: requiredText(values, 'email'),
        password: optionalText(values, 'password'),
        credits: optionalWholeNumber(values, 'credits', 0) ?? config.freeCredits,
      })
      print(`Created ${account.email} with ${account.balance} credits`)
    }),
  },
  {
    name: 'account password',
    usage: '--email E',
    summary: 'Set the password; asked for in a terminal, else read from standard input',
    options: { email: textOption },
    run: withDatabase(async (db, values) => {
      const account = await requireAccount(db.accounts, requiredText(values, 'email'))
      await setPassword(db.accounts, account, await readPassword(`New password of ${account.email}: `))
      print(`The password of ${account.email} is set`)
    }),
  },
  {
    name: 'account list',
    usage: '',
    summary: 'All accounts',
    options: {},
    run: withDatabase(async (db) => {
      const accounts = await db.accounts.list()
      printTable([
        ['EMAIL', 'CREDITS', 'PASSWORD', 'CREATED'],
        ...accounts.map((account) => [
          account.email,
          String(account.balance),
          account.passwordHash ? 'set' : 'not set',
          new Date(account.createdAt).toISOString(),
        ]),
      ])
    }),
  },
]
