/** The routes of received money to where its merchant wants it: parts of answers. */
import { z } from 'zod'
import { keptReasons } from '../../domain/conversion-route.ts'
import { choice, choiceOrNull, cryptocurrency, networkName } from './fields.ts'

const routeFields = {
  outcome: choice({
    converted: 'it is paid out in the chosen coin on the chosen network',
    kept: 'it is paid out as it is',
  }),
  by: choiceOrNull(
    { cctp: "Circle's contracts burn USDC on one EVM network, and mint it on the other" },
    { before: 'The way of a conversion', after: 'Null if it is kept' },
  ),
  reason: choiceOrNull(keptReasons, { before: 'The reason to keep it', after: 'Null if it is converted' }),
}

export const conversionRoute = z
  .strictObject(routeFields)
  .meta({ description: 'The route of received money to the chosen coin and network' })

export const settlementRoute = z
  .strictObject({ network: networkName, cryptocurrency, ...routeFields })
  .meta({ description: 'The route of a coin on a network at its settlement' })
