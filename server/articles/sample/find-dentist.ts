import type { SampleArticle } from './sample-article.ts';

export const articles: SampleArticle[] = [
  {
    topicId: 'find-dentist',
    title: 'How to Choose a Dentist',
    excerpt:
      'Location and insurance narrow the list. License, manner and clear answers make the choice. A calm checklist for the rest.',
    tags: ['choosing', 'license', 'reviews', 'first visit'],
    metaTitle: 'How to choose a dentist',
    metaDescription:
      'A calm checklist for choosing a dentist: how to narrow the list, check a license, read reviews and judge a first visit.',
    content: `A good dentist does work that lasts, explains each step, and is someone you don’t mind going back to. You cannot know all of that in advance, but you can find out a lot.

Make a short list

Start with what cannot be changed. How far will you travel? Which hours suit you? Which plans does the office take, if you have one? Do you need wheelchair access, parking or another language? A directory can answer these within minutes. Then ask people you trust, and your physician or pharmacist.

Check the license

Every state has a dental board with a public search on its website. It shows whether a license is active and often whether there has been disciplinary action. The letters DDS and DMD stand for the same education; schools simply name the degree differently.

Specialists have further training. Endodontists treat root canals, periodontists gums, orthodontists the position of teeth, oral surgeons extractions and jaws, and pediatric dentists children. For most needs a general dentist is the right start and will refer you when necessary.

Read reviews with care

Reviews tell you about waiting, friendliness and bills. They tell you little about the quality of a root canal. Look for patterns over time rather than for single opinions, and at how the office answers criticism. Very many perfect reviews within a few days deserve doubt.

Call the office

Ask how soon a new patient can be seen, what the first visit includes and costs, what happens in an emergency after hours, and whether you will see the same dentist each time. Pay attention to how the question about price is answered. A clear range is a good sign.

At the first visit

A good first visit leaves time for your history. The dentist measures your gums, looks at the lining of the mouth and not only at teeth, and explains why X-rays are needed. Instruments come from sealed pouches, gloves are fresh, and surfaces are covered or wiped.

Findings should be shown to you, in a mirror, on a picture or on the screen. A plan should tell you what is urgent and what can wait, what other choices there are, including doing nothing for now, and what each of them costs.

Signs to slow down

Be careful if a first visit ends with a long list of expensive treatment though nothing ever hurt, if you are pressed to sign today, if questions are brushed aside, or if old fillings are to be replaced without a reason that you can see. It may all be justified. A second opinion is then easy to get, and a good dentist will not mind.

Special wishes

If you are anxious, look for offices that mention it and ask what they do. If you take blood thinners, have a heart condition or an artificial joint, or are pregnant, ask about their experience. If you want whitening, ask for an examination first and for the full price.

Changing dentists

You may change at any time. Ask for your records and X-rays to be sent. The office has to give them to you, although it may charge a reasonable fee for copies. A friendly note is enough; no reason is needed.`,
  },
  {
    topicId: 'find-dentist',
    title: 'Ten Questions to Ask Before Treatment',
    excerpt:
      'Before you agree to treatment you should know why, how, how much, and what else is possible. Ten questions that help.',
    tags: ['questions', 'second opinion', 'consent', 'treatment plan'],
    metaTitle: 'Ten questions to ask before dental treatment',
    metaDescription:
      'Ten plain questions about reason, choices, risks, time and cost that help you decide on dental treatment.',
    content: `Treatment is your decision. The dentist's part is to explain it well enough for you to make one. These ten questions help, and any good office is used to them.

What did you find?

Ask to see it, on the X-ray, in a photo or in the mirror. You do not have to understand every shadow, but you should be able to follow where the problem is.

What happens if I wait?

Some things get worse within weeks, others may stay as they are for years. A small cavity in enamel can often be watched. A cracked tooth usually should not be.

What are my choices?

There is nearly always more than one: a filling or a crown, a bridge or an implant, treatment now or a checkup in three months. Ask about the advantages and drawbacks of each, and which one the dentist would choose for a family member, and why.

What are the risks?

Every treatment has some. A deep filling can irritate the nerve. An extraction can lead to a dry socket. Numbness rarely lasts longer than planned. Ask what is common, what is rare but serious, and whom to call if something feels wrong on a weekend.

Who will do it?

Will it be this dentist, a partner or a specialist? How often has the person done it? For complicated root canals, implants and surgery a referral can be a sign of good judgment.

How will you keep me comfortable?

Ask about numbing, about breaks, and about other ways to relax if you need them. If sedation is suggested, ask who watches your breathing and circulation during it, and what training and permit the person has. You will need someone to drive you home after most kinds of sedation.

How many visits, and how long?

Ask how long each visit takes, how much time lies between, and whether you can work, drive and eat as usual afterward. For a crown, ask what happens if the temporary one falls out.

What will it cost, all in all?

Ask for the total in writing: X-rays, numbing, laboratory, follow-up. If you have a plan, ask for an estimate of its share, and remember that it is an estimate. Ask what happens to the price if more has to be done than expected, and whether you can pay in installments.

How long will it last?

Nobody can promise it. But a dentist can tell you what is usual for this material and this place in the mouth, and what would shorten it. Ask what the office does if it fails early.

What can I do myself?

Often the best part of the answer: cleaning between teeth, less grinding with a night guard, fewer sweet drinks, no smoking. Without that, the same treatment may be needed again. Ask to be shown how, in your own mouth, because advice that is only told is easily forgotten.

Take your time

You may say that you would like to think about it. Ask for a printed plan and for copies of your X-rays. A second opinion is common and reasonable for large, expensive or irreversible treatment. Bring the pictures along, and let the second dentist examine you before you tell what the first one said.

Some things should not wait. Swelling, fever, an injury or severe pain needs care soon, and trouble breathing or swallowing is an emergency.`,
  },
];
