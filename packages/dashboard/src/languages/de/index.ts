import type { Texts } from '../en/index.ts'
import { account } from './account.ts'
import { audit } from './audit.ts'
import { connections } from './connections.ts'
import { events } from './events.ts'
import { fields } from './fields.ts'
import { keys } from './keys.ts'
import { links } from './links.ts'
import { networks } from './networks.ts'
import { overview } from './overview.ts'
import { payments } from './payments.ts'
import { people } from './people.ts'
import { reasons } from './reasons.ts'
import { refunds } from './refunds.ts'
import { refusals } from './refusals.ts'
import { requests } from './requests.ts'
import { scopes } from './scopes.ts'
import { settings } from './settings.ts'
import { settlements } from './settlements.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { till } from './till.ts'
import { transfers } from './transfers.ts'
import { deliveries, webhooks } from './webhooks.ts'

export const texts: Texts = {
  account,
  audit,
  connections,
  deliveries,
  events,
  fields,
  keys,
  links,
  networks,
  overview,
  payments,
  people,
  reasons,
  refunds,
  refusals,
  requests,
  scopes,
  settings,
  settlements,
  shell,
  signIn,
  till,
  transfers,
  webhooks,
}
