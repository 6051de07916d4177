import type { Faker } from '../fakers.ts';
import { singular, spellWords } from './words.ts';

/** Texts apart by semicolons. */
function listed([text = '']: TemplateStringsArray): readonly string[] {
  return text
    .trim()
    .split(/;\s+/)
    .map((one) => one.replaceAll(/\s+/g, ' '));
}

/** What records of a subject are called, and what their longer texts say. */
export interface Subject {
  readonly names: Wording;
  readonly texts: Wording | undefined;
}

type Wording = readonly string[] | ((faker: Faker) => string);

const sentences = listed`
    Prepared with the whole team, and ready for review.; Covers everything that was agreed in
    the last meeting.; Please read this before you begin.; Replaces the version of last year.; A
    short overview for people who are new to it.; Needs a decision by the end of the month.;
    Works well so far, two small points are still open.; Asked for by several customers.; Kept
    simple on purpose.; Updated after the feedback of the first users.; Shared with all who
    take part.; Checked twice, and approved.`;

const comments = listed`
    Thanks, that helped a lot.; Could you have another look at this?; Looks good to me.; I
    agree, let us do it this way.; When can we expect an answer?; This works as described.; I
    have added the missing details.; Great work, exactly what we needed.; There is one question
    left: who takes it over?; It arrived on time and in good condition.; Let us talk about it
    tomorrow.; Sorry for the delay, here it is.`;

const tasks = listed`
    Prepare the quarterly report; Fix the login page on small screens; Call the supplier about
    the delivery; Review the new contract; Update the price list; Write the release notes; Plan
    the team meeting; Translate the welcome message; Order new office chairs; Test the backup;
    Answer open questions of customers; Clean up old accounts; Add a search to the archive;
    Check the figures of last month; Move the photos to the new server; Draft the invitation`;

const posts = listed`
    Ten tips for a better morning; How we built our new office; What we learned in our first
    year; A guide to working from home; The best places for a short trip; Five questions to ask
    before you buy; Why small steps matter; Behind the scenes of our summer fair; Getting
    started in ten minutes; Our plans for the next season; A visit to the old harbour; Cooking
    for friends without stress; The story of a good idea; News from the workshop`;

/** The first rule whose pattern matches the words of a holder's name applies. */
const subjects: readonly (readonly [RegExp, Wording, (Wording | undefined)?])[] = [
  [
    /\b(product|item|variant|goods|merchandise)$/,
    (faker) => faker.commerce.productName(),
    (faker) => faker.commerce.productDescription(),
  ],
  [/\b(task|to ?do|issue|ticket|story|bug|card|subtask|step|work item|reminder)$/, tasks],
  [
    /\b(project|milestone|epic|board|initiative|sprint|portfolio)$/,
    listed`
    Website relaunch; Office move; Mobile app; Customer survey; Summer fair; New price model;
    Data migration; Winter campaign; Staff handbook; Supplier portal; Loyalty programme; Energy
    saving`,
  ],
  [/\b(post|article|news|entry|blog|publication|document|page|story|announcement)$/, posts],
  [
    /\b(comment|reply|message|review|feedback|answer|chat|note|testimonial)$/,
    listed`
    A question; Thank you; Good news; Please have a look; Small correction; Next steps; An idea;
    Feedback`,
    comments,
  ],
  [
    /\b(category|collection|section|genre|topic|catalog|taxon)$/,
    listed`
    Home and garden; Books; Electronics; Sports; Travel; Food and drink; Music; Toys; Health;
    Fashion; Office; Art; Outdoor; Crafts`,
  ],
  [
    /\b(tag|label|keyword)$/,
    listed`
    new; urgent; popular; sale; featured; idea; internal; seasonal; classic; draft; important;
    holiday; premium; outdoor`,
  ],
  [
    /\b(role|permission|profile type)$/,
    listed`
    Administrator; Editor; Viewer; Manager; Contributor; Auditor; Support; Guest; Developer;
    Moderator; Owner; Analyst`,
  ],
  [
    /\b(team|group|squad|unit|department|division)$/,
    listed`
    Marketing; Sales; Support; Engineering; Design; Finance; Operations; Legal; Research; Human
    resources; Logistics; Product`,
  ],
  [
    /\b(event|meeting|appointment|session|webinar|activity|conference)$/,
    listed`
    Spring conference; Team breakfast; Open house; Product launch; Photography workshop; Charity
    run; Board meeting; Jazz evening; Book fair; Welcome day; Annual review; Garden party`,
  ],
  [
    /\b(course|lesson|class|module|quiz|exam|training)$/,
    listed`
    Introduction to statistics; Spanish for beginners; Creative writing; Web design basics;
    First aid; Bookkeeping; Public speaking; Music theory; Modern history; Project planning`,
  ],
  [
    /\b(room|location|venue|warehouse|store|shop|branch|office|site|place|facility|building|restaurant|hotel)$/,
    listed`
    Harbour Street; North Gate; Old Mill; Riverside; Market Square; Central Station; Garden
    House; West Wing; Park View; Hilltop; Lakeside; Museum Quarter`,
  ],
  [
    /\b(region|zone|area|territory|market|district)$/,
    listed`Northern Europe; Central Europe; North America; South America; Middle East; Asia Pacific; Western Europe; Africa; Nordics; Oceania`,
  ],
  [/\b(vehicle|car|truck)$/, (faker) => faker.vehicle.vehicle()],
  [/\bbook$/, (faker) => faker.book.title()],
  [/\b(song|track)$/, (faker) => faker.music.songName()],
  [/\balbum$/, (faker) => faker.music.album()],
  [/\b(artist|band)$/, (faker) => faker.music.artist()],
  [
    /\b(playlist|movie|film|show|video|episode|podcast)$/,
    listed`
    A quiet morning; The long way home; Summer nights; City lights; Behind the mountain; The
    last train; Two rivers; Winter garden; Letters from the coast; On the road again; Paper
    boats; The clockmaker`,
  ],
  [/\b(dish|recipe|meal|food|menu item)$/, (faker) => faker.food.dish()],
  [/\b(ingredient)$/, (faker) => faker.food.ingredient()],
  [/\b(pet|animal|dog|cat|horse)$/, (faker) => faker.animal.petName()],
  [
    /\b(account|wallet|fund|budget|portfolio)$/,
    listed`
    Everyday account; Savings; Holiday fund; Household; Business account; Emergency reserve;
    Travel budget; Petty cash`,
  ],
  [
    /\b(plan|tier|package|subscription|price list|membership)$/,
    listed`Starter; Basic; Team; Business; Professional; Enterprise; Family; Premium`,
  ],
  [
    /\b(channel|stream|conversation|thread|forum|inbox|queue)$/,
    listed`general; announcements; support; random; design; sales; feedback; engineering; events; help`,
  ],
  [
    /\b(device|sensor|thing|machine|gateway|node|server|host|camera|printer)$/,
    listed`
    Greenhouse sensor; Front door; Warehouse gateway; Meeting room display; Roof station;
    Basement pump; Line 2 scanner; Reception printer; Cold room; Main switch`,
  ],
  [
    /\b(webhook|integration|app|application|client|service|plugin|connector|bot)$/,
    listed`
    Invoice export; Website chat; Newsletter; Mobile app; Order tracking; Data warehouse;
    Calendar sync; Shop connector; Help desk; Reporting`,
  ],
  [
    /\b(discount|coupon|promotion|offer|campaign|voucher|deal)$/,
    listed`
    Summer sale; Welcome offer; Free shipping week; Spring discount; Loyalty bonus; Student
    offer; Holiday special; Early bird`,
  ],
  [
    /\b(tax|tax rate|tax code)$/,
    listed`Standard rate; Reduced rate; Zero rate; Sales tax; Export; Local tax`,
  ],
  [
    /\b(shipping (method|option|rate)|carrier|delivery method)$/,
    listed`Standard delivery; Express; Pick-up; Next day; Economy; International`,
  ],
  [
    /\b(payment (method|type|mode)|gateway)$/,
    listed`Credit card; Bank transfer; Invoice; Direct debit; Cash; Gift card`,
  ],
  [
    /\b(report|dashboard|chart|view|list|folder|filter|playlist|workspace|space|notebook)$/,
    listed`
    Overview; Sales this month; Open tasks; Favourites; Archive 2024; Team board; Ideas; Shared
    files; Planning; Key figures; New arrivals; Drafts`,
  ],
  [
    /\b(asset|image|photo|picture|media|gallery)$/,
    listed`
    Harbour at dawn; Mountain trail; Team photo; Old town; Autumn leaves; Product shot; Night
    skyline; Spring meadow; Winter road; Lighthouse`,
  ],
  [
    /\b(key|token|credential|certificate|secret)$/,
    listed`Deployment; Laptop; Staging; Mobile app; Backup job; Monitoring; Partner`,
  ],
];

const first = listed`
    Green; Northern; Silver; Bright; Quiet; Golden; Open; Blue; Second; Modern; Central; Little;
    Classic; Eastern; Simple; Grand; Early; Western; Clear; Royal; Fresh; Southern; Common; Prime`;
const second = listed`
    Harbour; Garden; Bridge; Valley; Square; Field; River; Summit; Corner; Forest; Meadow; Gate;
    Horizon; Island; Lake; Orchard; Mill; Path; Station; Tower; Coast; Hill; Market; Compass`;

/** Names for things of unknown subjects. */
export function neutralName(draw: (bound: number) => number): string {
  return `${first[draw(first.length)] ?? ''} ${second[draw(second.length)] ?? ''}`;
}

const known = new Map<string, Subject | undefined>();

/** By the name of the list or member that holds a record; undefined for unknown subjects. */
export function subjectNamed(holder: string): Subject | undefined {
  if (known.has(holder)) return known.get(holder);
  const words = singular(spellWords(holder));
  const rule = subjects.find(([pattern]) => pattern.test(words));
  const subject = rule && { names: rule[1], texts: rule[2] };
  // The number of generated names is unlimited.
  if (known.size > 5000) known.clear();
  known.set(holder, subject);
  return subject;
}

export function textsOf(subject: Subject | undefined): Wording {
  return subject?.texts ?? sentences;
}

export function sayOf(
  wording: Wording,
  faker: () => Faker,
  draw: (bound: number) => number,
): string {
  return typeof wording === 'function' ? wording(faker()) : (wording[draw(wording.length)] ?? '');
}
