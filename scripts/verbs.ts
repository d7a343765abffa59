/**
 * The verbs with which function names begin in this code. To allow another, add one word here. `to` begins conversions:
 * `toPaymentView`.
 */
const VERBS = `
accept add adopt advance allow answer append apply approve ask assign attach attempt audit await backup begin bind block
broadcast build bump bundle buy call cancel cap carry challenge change check choose claim classify clean clear close
collect combine compare compile complete compress compute configure confirm connect consume contain convert copy count
cover create credit cut debit decide decode decorate defer define delete deliver deploy derive describe detect diagnose
disable disconnect discover drain drop dump emit empty enable encode end enqueue ensure enter escape estimate examine
exchange expect expire explain export extend extract fail fan fetch fill filter finalise finalize find finish fit floor
flush follow forget format forward free fund generate get give grant group grow handle hash hide hold import index
inform insert inspect install interleave interpret invalidate issue join judge keep launch leave let limit link list
listen load locate lock log look make map mark match measure merge migrate mine mock mount move name negotiate normalise
note notify observe offer omit open order overlay pair parse pause pay pick ping place plan plant play poll post prepare
preserve print process project propose protect prove provide prune publish pull push put query queue quit quote raise
rank read rebuild recheck recognise recompute record recount recover redeem reduce refresh refund refuse register reject
relay release reload remember remove render renew reopen reorganise repair repeat replace reply report request requeue
require reschedule resend reserve reset resolve respond restart restore retrieve retry return reuse reveal revert revoke
rewind rotate round run sample save scan schedule score scrub seal search seed select send serialise serve set settle
share shorten show shrink shut sign simulate skip snapshot sort speak split spread stamp start stop store stream strip
submit subscribe substitute suggest sum swap sweep switch sync tag take tally tell terminate test throw to toggle track
transact translate trigger trim trust try uninstall unlock update upgrade use validate verify visit wait wake walk warn
watch withdraw withhold work wrap write
`

export const verbs: ReadonlySet<string> = new Set(VERBS.trim().split(/\s+/))

/** Names of predicates begin with one of these instead. */
export const predicates: ReadonlySet<string> = new Set('are can could does has have is may must was were'.split(' '))
