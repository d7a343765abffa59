export const environments = ['production', 'sandbox'] as const
export type Environment = (typeof environments)[number]

export function environmentOf(livemode: boolean): Environment {
  return livemode ? 'production' : 'sandbox'
}
