import type { SampleArticle } from './sample-article.ts';

export const articles: SampleArticle[] = [
  {
    topicId: 'dental-anxiety',
    title: 'Afraid of the Dentist? What Helps',
    excerpt:
      'Fear of the dentist is common and nothing to be ashamed of. Small agreements before and during the visit change a lot.',
    tags: ['anxiety', 'fear', 'relaxation', 'stop signal'],
    metaTitle: 'Afraid of the dentist? What helps',
    metaDescription:
      'Why fear of the dentist is common, and simple agreements, techniques and steps that make a visit easier.',
    content: `Many people feel uneasy before a dental visit, and some are so afraid that they do not go for years. Dentists see this every week. It is not childish, and it does not make you a difficult patient.

Where it comes from

Often there was a painful or helpless moment earlier, perhaps in childhood. Others fear needles, gagging, the sound of the drill, bad news, the bill, or lying back with someone close to the face. Shame plays a part as well: the longer the time since the last visit, the harder it seems to go.

It helps to name what exactly is worst. The answer to fear of needles is different from the answer to fear of losing control.

Say it when you call

Tell the person on the phone that you are anxious. Ask for a first appointment in which nothing is treated. Ask for a quiet time of day, often early in the morning, so that you do not have to wait with the thought all day. The way this call is answered tells you much about the office.

Agree on a signal

Raise a hand, and everything stops at once. Agree on it before you begin and try it out. Knowing that you can stop makes it easier to go on. You can also ask to have each step announced, or on the contrary not to be told anything. Both are fine.

In the chair

Breathe in slowly through the nose, and breathe out longer than you breathe in. Do it ten times. Let your shoulders sink. Tense the muscles of your hands for five seconds and let go. Music or an audiobook through headphones covers the noise, as long as you can still hear when you are spoken to.

If you gag easily, say so. Sitting more upright, breathing through the nose, and smaller instruments or a digital scan instead of a tray of putty can help.

About pain

Treatment should not hurt. If you feel something sharp, give the signal. Some people need more anesthetic, or a different kind, and an inflamed tooth takes longer to go numb. A gel on the gum and a slow injection make the needle much less noticeable. Ask for both.

Small steps

Begin with something easy: a visit to see the office, then an examination, then a cleaning. Each visit that goes well weakens the old memory a little. Bring someone along if it helps.

When that is not enough

For strong fear, offices can offer medication that relaxes you, from nitrous oxide to deeper sedation. Talk about benefits, risks and cost beforehand. Cognitive behavioral therapy has been shown to help against dental fear, often within a few sessions, and its effect can last. Your physician can refer you.

If you have not been for years

You will not be the first one. A good team does not scold. You can say it plainly: I have not been in ten years, I am ashamed, and I am afraid. From there you can make a plan together, beginning with what hurts or worries you most.

Please do not wait if you have swelling, fever, or pain that keeps you awake. Trouble breathing or swallowing is an emergency, and help in an emergency room comes without questions about the past.`,
  },
  {
    topicId: 'dental-anxiety',
    title: 'Sedation at the Dentist: The Kinds and What to Ask',
    excerpt:
      'From nitrous oxide to general anesthesia: how each kind feels, who watches over you, and which questions to ask first.',
    tags: ['sedation', 'nitrous oxide', 'safety', 'anxiety'],
    metaTitle: 'Sedation at the dentist: kinds and questions',
    metaDescription:
      'Nitrous oxide, oral and IV sedation and general anesthesia in plain words: effects, safety, preparation and questions.',
    content: `Sedation helps people who are very anxious, gag strongly, need long treatment, or cannot hold still. It does not replace numbing. The tooth is still numbed, and sedation makes the time easier. There are several levels.

Nitrous oxide

Often called laughing gas, it is breathed through a mask over the nose, mixed with oxygen. Within minutes most people feel light, warm and less concerned. You remain awake and can answer. When the mask comes off after a few minutes of pure oxygen, the effect is soon gone, and many adults can drive themselves home if the office agrees. Some people feel sick for a short time. People with certain lung conditions or vitamin B12 deficiency, and those who are pregnant, should tell the office first.

Pills

A tablet taken before the visit makes you drowsy. You may doze but can be woken. The effect varies from person to person and lasts for hours. You need someone to bring you and to take you home.

Sedation through a vein

Here medicine flows into a vein, so that its effect can be adjusted quickly. Many people remember little afterward. Breathing, oxygen and circulation have to be watched the whole time by someone who does nothing else. You must not eat before, must not drive afterward, and should not be alone for the rest of the day.

General anesthesia

You are unconscious and do not wake when touched. It is used for extensive surgery, for young children who need much treatment, and for some people with disabilities. It takes place in a hospital, a surgery center or an office with a special permit, with an anesthesia professional present.

How safe is it?

In trained hands serious problems are rare, yet they happen. The risk rises with depth, with age at both ends of life, with obesity, sleep apnea, heart or lung disease, and with alcohol or medicines that slow breathing, such as opioids. That is why an honest list of all medicines and substances is so important. It is kept confidential.

Children deserve special care. For deep sedation or general anesthesia, professional guidelines call for at least one trained person who watches the child and is not the one doing the treatment.

How to prepare

Follow the instructions on eating and drinking exactly. Ask which of your medicines to take that day, and do not stop any on your own. Wear loose clothes with short sleeves. Arrange for an adult to accompany you. Plan no work, no contracts and no machines for the rest of the day.

Questions to ask

Which kind do you suggest, and why would a lighter one not be enough? Who gives it, and what training and state permit does that person have? Who watches me during treatment, and with which instruments? What happens in an emergency, and when did the team last practice it? What does it cost? Plans often do not pay for sedation.

If the answers are vague, look elsewhere.

Afterward

Some drowsiness and forgetfulness is normal. Drink water, eat lightly and rest. Call the office if you vomit repeatedly, if pain is strong, or if something worries you. If someone cannot be woken properly, breathes with difficulty, or has blue lips, call 911.`,
  },
];
