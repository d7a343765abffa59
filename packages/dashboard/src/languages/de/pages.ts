import type { PageTexts } from '../en/index.ts'
import { account } from './account.ts'
import { audit } from './audit.ts'
import { connections } from './connections.ts'
import { entries } from './entries.ts'
import { events } from './events.ts'
import { keys } from './keys.ts'
import { links } from './links.ts'
import { networks } from './networks.ts'
import { payments } from './payments.ts'
import { people } from './people.ts'
import { refunds } from './refunds.ts'
import { reports } from './reports.ts'
import { requests } from './requests.ts'
import { routes } from './routes.ts'
import { settings } from './settings.ts'
import { settlements } from './settlements.ts'
import { till } from './till.ts'
import { transfers } from './transfers.ts'
import { deliveries, webhooks } from './webhooks.ts'

export const texts: PageTexts = {
  account,
  audit,
  connections,
  deliveries,
  entries,
  events,
  keys,
  links,
  networks,
  payments,
  people,
  refunds,
  reports,
  requests,
  routes,
  settings,
  settlements,
  till,
  transfers,
  webhooks,
}
