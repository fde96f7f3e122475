import type { SampleArticle } from './sample-article.ts';

export const articles: SampleArticle[] = [
  {
    topicId: 'dental-insurance',
    title: 'How Dental Insurance Works: The Words That Matter',
    excerpt:
      'Premium, deductible, coinsurance, annual maximum: six words explain most of what a dental plan will and will not pay.',
    tags: ['insurance', 'deductible', 'annual maximum', 'network'],
    metaTitle: 'How dental insurance works',
    metaDescription:
      'The words in a dental plan explained: premium, deductible, coinsurance, annual maximum, waiting period and network.',
    content: `Dental insurance is built differently from health insurance. It pays well for what prevents trouble and only in part, up to a limit, for what repairs it. Knowing a handful of words makes any plan easier to read.

Premium

The premium is what you pay each month, whether or not you see a dentist. With a plan from an employer, part of it may be paid for you.

Deductible

The deductible is what you pay yourself each year before the plan begins to share costs. It often does not apply to checkups and cleanings.

Coinsurance

After the deductible, the plan pays a share and you pay the rest. A common pattern is called 100-80-50: all of preventive care, 80 percent of basic treatment such as fillings, and 50 percent of major treatment such as crowns. Which treatment counts as basic and which as major differs from plan to plan, so look it up.

Annual maximum

This is the most the plan pays in a year. It often lies between one and two thousand dollars. A crown and a root canal can use it up. Beyond it you pay everything. Whatever is not used is usually lost at the end of the year, although some plans carry part of it over.

Waiting period

With many plans that you buy on your own, major treatment is covered only after six or twelve months. Some plans also do not replace teeth that were missing before you joined.

Network

Dentists in a plan's network have agreed on prices. In a PPO you may go elsewhere and usually pay more. In an HMO, also called a DHMO, you generally have to choose a dentist from a list, and premiums tend to be lower. An indemnity plan lets you go anywhere and pays a share of what it considers a customary fee.

Ask the office whether it is in the network of your exact plan. Many offices accept a plan's payments without being in its network, and that can mean a higher bill.

How a claim is calculated

Imagine a crown with an agreed price of 1,200 dollars, a deductible of 50 dollars that has not been met, and coinsurance of 50 percent. You pay the first 50 dollars. The plan pays half of the remaining 1,150, which is 575, and you pay 575 more. Your part is 625 dollars, as long as enough of the annual maximum is left. The figures are invented; the way of counting is typical.

What is often not covered

Whitening and other cosmetic treatment is seldom covered. Implants, orthodontics for adults, and replacement of lost appliances are limited or excluded in many plans. A plan may also pay for a cheaper treatment than the one you chose, for example for a metal filling where you had a white one.

Before larger treatment

Ask the office for a pre-treatment estimate, also called a predetermination. The plan then says in writing what it expects to pay. It is not a guarantee, because eligibility and the rest of your maximum can change.

Is it worth it?

Add a year of premiums and compare them with what you expect to need. For someone who only goes to checkups, the two may be close. For a family, or for someone who expects treatment, a plan often pays off. Read the exclusions before the price.`,
  },
  {
    topicId: 'dental-insurance',
    title: 'Paying for Dental Care Without Insurance',
    excerpt:
      'Membership plans, dental schools, health centers and honest talk about price: ways to get care when there is no plan.',
    tags: ['costs', 'dental schools', 'payment plans', 'health centers'],
    metaTitle: 'Paying for dental care without insurance',
    metaDescription:
      'Practical ways to lower the cost of dental care in the US without insurance, and what to check before you sign.',
    content: `Many people in the United States have no dental insurance. Waiting until something hurts is understandable, but it is usually the most expensive way. There are better ones.

Ask for the price

You may call several offices and ask what a new-patient visit with X-rays and cleaning costs for someone who pays directly. Prices vary by place and practice, even within one city. Under federal law, people without insurance can ask health care providers, including dentists, for a good faith estimate before planned care. Ask whether there is a discount for paying on the day.

Membership plans of an office

Many offices have a plan of their own. For a yearly or monthly fee it includes checkups, cleanings and X-rays, and takes a percentage off other treatment. There is usually no waiting period and no annual maximum. It is not insurance and works only in that office. Read what is included and what happens if you move.

Dental schools and hygiene programs

At dental schools, students treat patients under the close supervision of licensed dentists. Care is thorough, takes more time, and costs noticeably less. Programs that train hygienists often offer cleanings for a small fee. Expect a wait for the first appointment.

Community health centers

Federally funded health centers charge on a sliding scale that depends on income and household size. Not all of them have a dental clinic, so ask. The website of the Health Resources and Services Administration, a federal agency, has a search for centers near you.

Public programs

Medicaid and the Children's Health Insurance Program cover dental care for children who qualify. For adults, Medicaid benefits differ from state to state, from emergencies only to a broad range. Original Medicare does not pay for routine dental care, while many Medicare Advantage plans include some. Veterans may qualify for care through the Department of Veterans Affairs.

Paying over time

Some offices let you pay in installments without interest. Others work with companies that offer credit for health care. Be careful with deferred interest: if the balance is not paid by the end of the promotion, interest can be charged from the first day. Read the terms, and do not sign in the chair.

An account for medical expenses, such as an HSA or FSA, can be used for most dental treatment, though not for whitening.

Spread treatment out

Ask the dentist to put treatment in order: what is urgent, what should be done within months, and what can wait. Sometimes a temporary filling or a simpler material gains time. It is also reasonable to ask for a second opinion before expensive work. Take your X-rays along so that they do not have to be repeated.

Charity care

Dental societies, churches and nonprofit groups hold free clinics from time to time. Lines can be long, and treatment is usually limited to cleanings, fillings and extractions. Donated dental programs help some people who are elderly, disabled or medically fragile.

The cheapest care

Fluoride toothpaste, cleaning between teeth, few sweet drinks and a checkup at the right interval cost little and prevent much.

If you have swelling, fever, or trouble swallowing or breathing, seek emergency care first, whatever it costs. Hospitals must examine and stabilize you in an emergency, whether or not you are insured.`,
  },
];
