/** Options that several commands have. */
import { type EventPattern, eventTypes } from '@crypto-checkout/api-types'
import { byDefault, choice, text } from '../command-line/option.ts'

export const environments = ['sandbox', 'production'] as const

const families = [...new Set(eventTypes.map((type) => `${type.slice(0, type.indexOf('.'))}.*` as FamilyPattern))]
/** Patterns that a webhook may ask for. */
export const eventPatterns: readonly EventPattern[] = ['*', ...families, ...eventTypes]
type FamilyPattern = Extract<EventPattern, `${string}.*`>

export const environment = byDefault(choice('ENVIRONMENT', environments, 'Either sandbox or production.'), 'sandbox')

export const merchant = text('ID', 'The merchant. Default: the first one.')
