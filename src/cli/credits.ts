/** Credits from the command line. */
import { requireAccount } from '../service/accounts.js'
import { type Command, print, requiredText, requiredWholeNumber, textOption } from './command.js'
import { withDatabase } from './with-database.js'

export const creditsCommands: readonly Command[] = [
  {
    name: 'credits grant',
    usage: '--email E --amount N',
    summary: 'Add credits to an account',
    options: { email: textOption, amount: textOption },
    run: withDatabase(async (db, values) => {
      const { id, email } = await requireAccount(db.accounts, requiredText(values, 'email'))
      const amount = requiredWholeNumber(values, 'amount', 1)
      await db.ledger.grant(id, amount)
      const account = await db.accounts.findById(id)
      print(`${email} has ${account?.balance} credits`)
    }),
  },
  {
    name: 'credits show',
    usage: '--email E',
    summary: 'Balance of an account, the number alone',
    options: { email: textOption },
    run: withDatabase(async (db, values) => {
      print(String((await requireAccount(db.accounts, requiredText(values, 'email'))).balance))
    }),
  },
]
