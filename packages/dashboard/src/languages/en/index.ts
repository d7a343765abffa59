import { account } from './account.ts'
import { audit } from './audit.ts'
import { events } from './events.ts'
import { keys } from './keys.ts'
import { networks } from './networks.ts'
import { payments } from './payments.ts'
import { people } from './people.ts'
import { refunds } from './refunds.ts'
import { scopes } from './scopes.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { deliveries, webhooks } from './webhooks.ts'

export const texts = {
  shell,
  signIn,
  account,
  keys,
  payments,
  refunds,
  scopes,
  events,
  webhooks,
  deliveries,
  people,
  audit,
  networks,
}
